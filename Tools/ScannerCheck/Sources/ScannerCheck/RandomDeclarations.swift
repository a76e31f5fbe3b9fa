// Declarations by a grammar and chance: types, members, initial values, comments and strings in every order that the
// toolchain's parser takes.

/// A source of declarations, the same for the same seed.
struct RandomDeclarations {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }

    private mutating func pick(_ choices: [String]) -> String { choices[next(choices.count)] }

    private mutating func maybe(_ text: String, _ chance: Int = 3) -> String { next(chance) == 0 ? text : "" }

    private mutating func list(_ count: Int, _ separator: String = ", ", _ item: (inout Self) -> String) -> String {
        (0..<count).map { _ in item(&self) }.joined(separator: separator)
    }

    mutating func declaration() -> String {
        let isEnum = next(2) == 0
        var out = trivia() + attribute() + pick(["", "public ", "private ", "package ", "fileprivate "])
        out += (isEnum ? maybe("indirect ") + "enum " : "struct ") + name() + maybe("<T, each U: P>", 8)
        out +=
            maybe(": " + list(1 + next(3)) { $0.type(1) }, 2) + maybe(" where T: Q<Int>, T.U == [Int]", 8) + " {"
            + trivia()
        for _ in 0..<next(7) { out += member(isEnum) + pick(["\n", ";", "\n\n", " // }\n", ";\n"]) + trivia() }
        return out + "}\n"
    }

    private mutating func trivia() -> String {
        pick([
            "", "", " ", "\n", "\n\n    ", " /* } */ ", "\n// { \"\n", "\n/// é `a` /x/\n", " /* /* { */ */\n", "\r\n",
        ])
    }

    private mutating func name() -> String {
        pick([
            "a", "B1", "_c", "é", "`class`", "`in`", "`a b`", "get", "set", "value", "open", "async", "type", "some1",
            "didSet",
        ])
    }

    private mutating func attribute() -> String {
        pick([
            "", "", "", "@A ", "@A(1, \")\") ", "@A.B<C>(x: .y) ", "@Guide(description: \"a } b\", .range(1...5))\n",
            "@Guide(/a,b/) ", "@Guide(#/\"(x)/#)\n", "@available(*, deprecated, message: \"x\") ", "@MainActor\n",
        ])
    }

    private mutating func type(_ depth: Int) -> String {
        guard depth > 0 else { return pick(["Int", "String", "A.B", "Self", "T", "`in`"]) }
        switch next(13) {
        case 0: return "[\(type(depth - 1))]"
        case 1: return "[\(type(depth - 1)): \(type(depth - 1))]"
        case 2: return "\(type(depth - 1))?"
        case 3: return "(\(list(next(3)) { $0.maybe("x: ") + $0.type(depth - 1) }))"
        case 4:
            let effects = pick([" ", " async ", " throws ", " async throws(E) "])
            return "(\(list(next(3)) { $0.type(depth - 1) }))\(effects)-> \(type(depth - 1))"
        case 5: return "A<\(list(1 + next(2)) { $0.type(depth - 1) })>"
        case 6: return "A<\(type(depth - 1))>.B"
        case 7: return "any P & Q"
        case 8: return "@Sendable () -> \(type(depth - 1))"
        case 9: return "[3 of \(type(depth - 1))]"
        case 10: return "\(type(0)).Type"
        case 11: return "((\(type(depth - 1))) -> Void)?"
        default: return type(0)
        }
    }

    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else {
            return pick([
                "1", "-1.5e3", "\"x\"", "\"\\(a + \"}\")\"", "#\"a\"b\"#", "nil", "a", ".b", "self.c",
                "\"\"\"\n  } \" {\n  \"\"\"",
                "0xFF", "1...5", "..<3", "/a}b/", "#/\"{/#", "#\"\\#(\"}\")\"#", "\"\\\\\"", "#file",
                "#\"\"\"\n\"\\(\n\"\"\"#",
            ])
        }
        switch next(15) {
        case 0: return "f(\(expression(depth - 1)), x: \(expression(depth - 1)))"
        case 1: return "[\(expression(depth - 1)), \(expression(depth - 1))]"
        case 2: return "\(expression(0)) + \(expression(depth - 1))"
        case 3: return "a\n    .map { x in let z: Int = 3; return x }\n    .b"
        case 4: return "c ? \(expression(0)) : \(expression(0))"
        case 5: return "c\n    ? \(expression(0))\n    : \(expression(0))"
        case 6: return "{ \(expression(depth - 1)) }()"
        case 7: return "try \(expression(depth - 1))"
        case 8: return "A<Int, [B]>(\(expression(depth - 1)))"
        case 9: return "(\(expression(depth - 1)) as? Int)"
        case 10: return "if c { \(expression(0)) } else { \(expression(0)) }"
        case 11: return "a / b / c"
        case 12: return "a ??\n    \(expression(0))"
        case 13: return "switch a { case .b: \(expression(0)); default: \(expression(0)) }"
        default: return "a[\(expression(depth - 1))]!"
        }
    }

    private mutating func member(_ isEnum: Bool) -> String {
        let access = pick(["", "", "public ", "private(set) ", "fileprivate ", "public internal(set) ", "nonisolated "])
        switch next(isEnum ? 14 : 11) {
        case 0, 1, 2: return attribute() + access + pick(["var ", "let "]) + binding()
        case 3: return attribute() + access + "var " + list(1 + next(3)) { $0.binding() }
        case 4: return access + "var \(name()): \(type(1)) " + accessors()
        case 5: return pick(["static ", "lazy "]) + "var \(name()) = \(expression(1))"
        case 6:
            return
                "func \(pick(["f", "==", "g<T>", "`in`"]))(_ a: \(type(1)) = \(expression(1))) \(pick(["", "async throws -> Int ", "-> some P "])){ let z: Int = 1; return }"
        case 7:
            return pick([
                "init(a: Int) { a = 1 }", "init?<T>(_ a: T) where T: P {}",
                "subscript(i: Int) -> Int { get { 1 } set {} }",
            ])
        case 8:
            return pick([
                "struct I { var no: Int }", "enum J { case no; func f() { switch self { case .no: break } } }",
                "typealias Z<T> = (T) -> Int", "typealias Y = [Int: Int]",
            ])
        case 9:
            return pick([
                "#warning(\"}\")", "let (p, q) = (1, 2)", "var (r, s): (Int, Int)",
                "static func * (a: Self, b: Self) -> Self { a }",
            ])
        case 10: return "var \(name()): \(type(2))"
        default: return attribute() + maybe("indirect ") + "case " + list(1 + next(3)) { $0.enumCase() }
        }
    }

    private mutating func binding() -> String {
        name() + maybe(": " + type(2), 2) + maybe(" = " + expression(2), 2)
    }

    private mutating func accessors() -> String {
        pick([
            "{ 1 }", "{ get { 1 } }", "{ didSet { a = \"}\" } }", "{ willSet(x) {} didSet {} }",
            "{ get async throws { 1 } }",
            "= 1 { didSet {} }", "= f { 1 } { willSet {} }", "\n{ didSet {} }", "{ @A get { 1 } }",
            "{ mutating get { 1 } set {} }",
            "= a.map { $0 }", "{ // didSet\n 1 }",
        ])
    }

    private mutating func enumCase() -> String {
        let values = list(next(3)) {
            $0.pick(["", "x: ", "_ y: ", "`in`: "]) + $0.type(1) + $0.maybe(" = \($0.expression(0))", 5)
        }
        return name()
            + (values.isEmpty
                ? maybe(" = " + pick(["1", "\"x\"", "-2", "#\"y\"#", "\"\"\"\nz\n\"\"\""])) : "(\(values))")
    }
}
