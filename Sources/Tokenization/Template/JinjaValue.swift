// The values that a template computes with. They are plain values: a list never changes once it is built, and what does
// change (namespaces, `cycler`, `joiner`) is an index into the interpreter's tables, so that no cycle can be made.

/// A value at run time.
indirect enum JinjaValue: Sendable {
    /// What is not there; the text says what, for the error of a use that needs it.
    case undefined(String)
    case none
    case bool(Bool)
    case integer(Int)
    case double(Double)
    case text(TracedText)
    case list(JinjaList)
    case dictionary(JinjaDictionary)
    case namespace(Int)
    case loop(LoopState)
    case macro(Int)
    case function(JinjaFunction)
    /// A method of a value, not yet called.
    case method(receiver: JinjaValue, name: String)
    /// The cell that counts the calls.
    case cycler(JinjaList, cell: Int)
    case joiner(separator: TracedText, cell: Int)
}

/// The functions that every template finds.
enum JinjaFunction: String, Sendable, CaseIterable {
    case range, namespace, dict, cycler, joiner
    case raiseException = "raise_exception"
    case strftimeNow = "strftime_now"
}

/// A list, tuple or the result of a lazy filter.
struct JinjaList: Sendable {
    enum Form: Sendable, Hashable {
        case list
        case tuple
        /// A tuple of `groupby`, whose two elements have the names `grouper` and `list`.
        case group
        /// The result of a lazy filter: true even when empty, without length and without indices.
        case generator
    }

    let elements: [JinjaValue]
    let form: Form
    var isTuple: Bool { form == .tuple || form == .group }
    /// How deep lists and dictionaries nest in it, itself included.
    let depth: Int

    init(_ elements: [JinjaValue], form: Form = .list) {
        self.elements = elements
        self.form = form
        depth = 1 + elements.reduce(0) { max($0, $1.depth) }
    }
}

/// The place of one iteration in its loop.
struct LoopState: Sendable {
    let items: JinjaList
    let index: Int
    /// The cell of `changed`.
    let cell: Int
}

extension JinjaValue {
    static func list(_ elements: [JinjaValue]) -> JinjaValue { .list(JinjaList(elements)) }
    static func tuple(_ elements: [JinjaValue]) -> JinjaValue { .list(JinjaList(elements, form: .tuple)) }
    static func generator(_ elements: [JinjaValue]) -> JinjaValue { .list(JinjaList(elements, form: .generator)) }
    static func texts(_ elements: [TracedText]) -> JinjaValue { .list(elements.map { .text($0) }) }

    /// How deep lists and dictionaries nest.
    var depth: Int {
        switch self {
        case .list(let list): list.depth
        case .dictionary(let dictionary): dictionary.depth
        case .method(let receiver, _): 1 + receiver.depth
        case .loop(let loop): loop.items.depth
        case .cycler(let items, _): items.depth
        default: 0
        }
    }

    /// Scalars or elements to go through once.
    var size: Int {
        switch self {
        case .text(let text): text.count
        case .list(let list): list.elements.count
        case .dictionary(let dictionary): dictionary.count
        default: 0
        }
    }

    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .bool(let value): value
        case .integer(let value): value != 0
        case .double(let value): value != 0
        case .text(let text): !text.isEmpty
        case .list(let list): list.form == .generator || !list.elements.isEmpty
        case .dictionary(let dictionary): dictionary.count > 0
        case .loop, .namespace, .macro, .function, .method, .cycler, .joiner: true
        }
    }

    var isUndefined: Bool {
        if case .undefined = self { true } else { false }
    }

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// The number of an integer or a truth value.
    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The number of any numeric value.
    var double: Double? {
        if case .double(let value) = self { value } else { integer.map(Double.init) }
    }

    /// The type with its article, for errors.
    var typePhrase: String {
        switch self {
        case .undefined, .none: typeName
        case .integer: "an int"
        default: "a " + typeName
        }
    }

    /// Python's name of the type.
    var typeName: String {
        switch self {
        case .undefined: "undefined"
        case .none: "None"
        case .bool: "bool"
        case .integer: "int"
        case .double: "float"
        case .text: "str"
        case .list(let list):
            switch list.form {
            case .list: "list"
            case .tuple, .group: "tuple"
            case .generator: "generator"
            }
        case .dictionary: "dict"
        case .namespace: "namespace"
        case .loop: "loop"
        case .macro: "macro"
        case .function, .method: "function"
        case .cycler: "cycler"
        case .joiner: "joiner"
        }
    }
}
