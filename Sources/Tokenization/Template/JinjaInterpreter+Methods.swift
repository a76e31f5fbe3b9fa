// Methods of strings, dictionaries, lists and loops. Those that would change their value are known and refused: the
// sandbox that chat templates are written for refuses them too.

extension JinjaInterpreter {
    private static let textMethods: Set<String> = [
        "capitalize", "center", "count", "endswith", "find", "format", "index", "isalnum", "isalpha", "isascii",
        "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper", "join", "ljust", "lower", "lstrip",
        "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit",
        "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper", "zfill",
    ]
    private static let listMethods: Set<String> = ["count", "index", "copy"]
    private static let listMutations: Set<String> = [
        "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
    ]
    private static let dictionaryMethods: Set<String> = ["copy", "get", "items", "keys", "values"]
    private static let dictionaryMutations: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]

    static func hasMethod(_ name: String, _ value: JinjaValue) -> Bool {
        switch value {
        case .text: textMethods.contains(name)
        case .list(let list):
            switch list.form {
            case .list: listMethods.contains(name) || listMutations.contains(name)
            case .tuple, .group: name == "count" || name == "index"
            case .generator: false
            }
        case .dictionary: dictionaryMethods.contains(name) || dictionaryMutations.contains(name)
        case .cycler: name == "next" || name == "reset"
        default: false
        }
    }

    mutating func call(
        _ name: String, of receiver: JinjaValue, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        try charge(receiver.size)
        switch receiver {
        case .text(let text): return try call(name, of: text, arguments)
        case .list(let list): return try call(name, of: list, arguments)
        case .dictionary(let dictionary): return try call(name, of: dictionary, arguments)
        case .loop(let loop): return try call(name, of: loop, arguments)
        case .cycler(_, let cell) where name == "reset":
            cells[cell] = .integer(0)
            return JinjaValue.none
        case .cycler: return try call(receiver, arguments)
        default: throw failure(.undefined("\(receiver.typePhrase) has no method '\(name)'"))
        }
    }

    private mutating func call(
        _ name: String, of list: JinjaList, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        if Self.listMutations.contains(name) { throw failure(.mutation(method: name, type: "list")) }
        if name == "copy" { return .list(list) }
        let bound = try bind(arguments, to: name, ["value"], required: 1)
        var count = 0
        for (index, element) in list.elements.enumerated() where try areEqual(element, bound["value"] ?? .none) {
            if name == "index" { return .integer(index) }
            count += 1
        }
        if name == "index" { throw failure(.argument("'index' finds no such element")) }
        return .integer(count)
    }

    private mutating func call(
        _ name: String, of dictionary: JinjaDictionary, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        if Self.dictionaryMutations.contains(name) { throw failure(.mutation(method: name, type: "dict")) }
        switch name {
        case "get":
            let bound = try bind(arguments, to: name, ["key", "default"], required: 1)
            return dictionary[try key(of: bound["key"] ?? .none)] ?? bound["default"] ?? .none
        case "items": return .list(dictionary.items)
        case "keys": return .list(dictionary.keys.map(\.value))
        case "values": return .list(dictionary.values)
        default: return .dictionary(dictionary)
        }
    }

    private mutating func call(
        _ name: String, of loop: LoopState, _ arguments: JinjaCall
    ) throws(TemplateError) -> JinjaValue {
        if name == "cycle" {
            guard !arguments.positional.isEmpty else { throw failure(.argument("'cycle' needs an item")) }
            return arguments.positional[loop.index % arguments.positional.count]
        }
        let value = JinjaValue.tuple(arguments.positional)
        let hasChanged = try !areEqual(cells[loop.cell], value)
        cells[loop.cell] = value
        return .bool(hasChanged)
    }
}
