// A dictionary that keeps the order of its keys, as Python's does.

/// What may be the key of a dictionary. Texts are equal by their scalars, whatever their provenance.
enum JinjaKey: Sendable {
    case none
    case integer(Int)
    case double(Double)
    case bool(Bool)
    case text(TracedText)

    init?(_ value: JinjaValue) {
        switch value {
        case .none: self = .none
        case .integer(let value): self = .integer(value)
        case .double(let value): self = Int(exactly: value).map { .integer($0) } ?? .double(value)
        case .bool(let value): self = .bool(value)
        case .text(let value): self = .text(value)
        default: return nil
        }
    }

    var value: JinjaValue {
        switch self {
        case .none: .none
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .bool(let value): .bool(value)
        case .text(let value): .text(value)
        }
    }
}

extension JinjaKey: Hashable {
    /// True is 1 and false is 0, as keys too.
    private var integer: Int? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    static func == (left: JinjaKey, right: JinjaKey) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.double(let left), .double(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        default: left.integer != nil && left.integer == right.integer
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .none: break
        case .integer, .bool: hasher.combine(integer)
        case .double(let value): hasher.combine(value)
        case .text(let text): hasher.combine(text)
        }
    }
}

/// Keys in the order of their first insertion, and their values.
struct JinjaDictionary: Sendable {
    private(set) var keys: [JinjaKey] = []
    private(set) var values: [JinjaValue] = []
    private var indices: [JinjaKey: Int] = [:]
    /// How deep lists and dictionaries nest in it, itself included.
    private(set) var depth = 1

    init() {}

    var count: Int { keys.count }

    subscript(key: JinjaKey) -> JinjaValue? { indices[key].map { values[$0] } }
    subscript(name: String) -> JinjaValue? { self[.text(.trusted(name))] }

    mutating func set(_ key: JinjaKey, to value: JinjaValue) {
        depth = max(depth, value.depth + 1)
        if let index = indices[key] {
            values[index] = value
        } else {
            indices[key] = keys.count
            keys.append(key)
            values.append(value)
        }
    }

    /// Pairs of key and value.
    var items: [JinjaValue] {
        zip(keys, values).map { .tuple([$0.value, $1]) }
    }
}
