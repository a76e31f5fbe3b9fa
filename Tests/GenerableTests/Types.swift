// Types that the macros are used on, as an author would write them.

public import FoundationModels

@Generable(description: "a trip")
struct Trip: Equatable {
    @Guide(description: "where to")
    var city: String
    @Guide(description: "how long", .range(1...10)) var days: Int
    var budget: Double?
    @Guide(.count(2)) let stops: [Stop]
    @Guide(description: "letters, /\"", /[a-z]+,\/"(x)/) var code: String
    @Guide(.minimum(1)) @Guide(description: "full years", .maximum(5))
    var age: Int?
    let version = 3
    static let shared = 1
    lazy var cached = 2

    @Generable
    enum Stop: Equatable {
        case rest
        case visit(place: String, Int)
        case say(String?)
    }
}

@Generable enum Mood: String, CaseIterable { case calm, wild = "w i l d", deep = #"a "b""# }
@Generable enum Level: Int { case low = 1, high }
@Generable(name: "Tint", description: "a colour") enum Color: CaseIterable { case red, `default`, `dark green` }

@Generable struct Node: Equatable {
    var value: Int
    var children: [Node]
}

@Generable indirect enum Expression: Equatable {
    case number(Int)
    case add(left: Expression, right: Expression)
    case list([Expression]?)
}

/// Two types that hold each other.
@Generable struct Folder: Equatable {
    var name: String
    var entries: [Entry]

    @Generable enum Entry: Equatable {
        case file(String)
        case folder(Folder)
    }
}

@Generable(representNilExplicitlyInGeneratedContent: true)
public struct Account: Sendable, Equatable {
    public var name: String?
    public var `class`: Bool
    package var level: Level?
    private var secret: Int
    var id: String
    fileprivate(set) var ok: Int
    var computed: Int { secret }

    @Generable public enum Level: Sendable, Equatable { case a, b(x: Int?) }
}

public struct Outer {
    @Generable fileprivate struct Hidden { var a: Int }
    @Generable package enum Choice: String { case on, off }

    static func hidden(_ content: GeneratedContent) throws -> Int { try Hidden(content).a }
}

extension Outer {
    @Generable public struct Inside: Sendable, Equatable {
        /// A doc comment with an unbalanced brace }
        var `class`: Bool = false  // trailing { comment
        var pair, other: Int
        var text: String = """
            } \("{") var no: Int
            """
        { didSet { seen = oldValue } }
        var seen: String? = nil, last: Int = [1, 2].map { $0 }.count
        var total: Int { pair + other }
        init(pair: Int) {
            self.pair = pair
            other = 1
        }
    }
}

@Generable private struct Lonely { var a: Int? }

/// What is private to this file, for tests in others.
enum PrivateTypes {
    static func lonely(_ content: GeneratedContent) throws -> String { try Lonely(content).generatedContent.jsonString }
}

@MainActor @Generable struct OnMain: Equatable {
    var a: Int
    var mood: Mood?
}

@Generable
@available(*, deprecated)
struct Empty: Equatable {}

@Generable struct Everything: Equatable {
    @Guide(.constant("x")) var constant: String
    @Guide(.anyOf(["a", "b"])) var choice: String?
    @Guide(#/"[/]?\d{2}"/#) var pattern: String
    @Guide(description: "limits", .minimum(0.5), .maximum(2)) var double: Double
    @Guide(.range(-1...1)) var float: Float
    @Guide(.minimumCount(1), .maximumCount(3)) var counted: [String]
    @Guide(.count(1...2), .element(.range(1...9))) var elements: [Int]?
    @Guide(.element(.anyOf(["x", "y"]))) var texts: [String]
    @Guide(Self.limit) var named: Int
    var flag: Bool
    var content: GeneratedContent
    var nested: [[Int]]

    static let limit = GenerationGuide<Int>.minimum(7)
}
