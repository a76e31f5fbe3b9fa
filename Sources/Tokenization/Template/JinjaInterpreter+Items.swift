// Attributes, items and slices. What is not there is undefined and no error, until something needs it.

extension JinjaInterpreter {
    /// `value.name`: a method or attribute of its type, else the item of that name.
    func attribute(_ name: String, of value: JinjaValue) throws(TemplateError) -> JinjaValue {
        switch try defined(value) {
        case .loop(let loop): return loop.attribute(name, method: .method(receiver: value, name: name))
        case .namespace(let index):
            return namespaces[index][name] ?? .undefined("the namespace has no attribute '\(name)'")
        case .list(let list) where list.form == .group && (name == "grouper" || name == "list"):
            return list.elements[name == "grouper" ? 0 : 1]
        case .macro(let index) where name == "name":
            return .text(.trusted(macros[index].macro.name))
        case .cycler(let items, let cell) where name == "current":
            return items.elements[(cells[cell].integer ?? 0) % items.elements.count]
        default:
            if Self.hasMethod(name, value) { return .method(receiver: value, name: name) }
            return namedItem(.trusted(name), of: value)
        }
    }

    /// `value[key]`: the item, else the attribute of that name.
    func item(_ key: JinjaValue, of value: JinjaValue) throws(TemplateError) -> JinjaValue {
        switch (try defined(value), key) {
        case (.dictionary(let dictionary), _):
            if let key = JinjaKey(key), let item = dictionary[key] { return item }
        case (.text(let text), _):
            if let place = place(key.integer, count: text.count) {
                return .text(TracedText(scalars: [text.scalars[place]]))
            }
        case (.list(let list), _) where list.form != .generator:
            if let place = place(key.integer, count: list.elements.count) { return list.elements[place] }
        default: break
        }
        guard case .text(let name) = key else {
            let place = key.integer.map { " \($0)" } ?? ""
            return .undefined("\(value.typePhrase) has no item\(place)")
        }
        if case .namespace = value { return try attribute(name.string, of: value) }
        if case .loop = value { return try attribute(name.string, of: value) }
        if Self.hasMethod(name.string, value) { return .method(receiver: value, name: name.string) }
        return .undefined("\(value.typePhrase) has no item '\(name.string)'")
    }

    private func namedItem(_ name: TracedText, of value: JinjaValue) -> JinjaValue {
        if case .dictionary(let dictionary) = value, let item = dictionary[.text(name)] { return item }
        return .undefined("\(value.typePhrase) has no attribute '\(name.string)'")
    }

    /// An index as an offset from the start; nil where it is outside.
    private func place(_ index: Int?, count: Int) -> Int? {
        guard let index else { return nil }
        let place = index < 0 ? index &+ count : index
        return (0..<count).contains(place) ? place : nil
    }

    mutating func slice(
        _ value: JinjaValue, from start: JinjaValue?, to end: JinjaValue?, by stride: JinjaValue?
    ) throws(TemplateError) -> JinjaValue {
        let stride = try bound(stride) ?? 1
        let start = try bound(start)
        let end = try bound(end)
        if stride == 0 { throw failure(.argument("the step of a slice is zero")) }
        try charge(value.size)
        switch try defined(value) {
        case .text(let text):
            let places = Self.places(count: text.count, from: start, to: end, by: stride)
            return .text(TracedText(scalars: places.map { text.scalars[$0] }))
        case .list(let list) where list.form != .generator:
            let places = Self.places(count: list.elements.count, from: start, to: end, by: stride)
            return .list(JinjaList(places.map { list.elements[$0] }, form: list.form))
        default:
            return .undefined("\(value.typePhrase) has no slices")
        }
    }

    private func bound(_ value: JinjaValue?) throws(TemplateError) -> Int? {
        guard let value, !value.isNone else { return nil }
        guard let bound = try defined(value).integer else {
            throw failure(.type("the bounds of a slice are integers, found \(value.typePhrase)"))
        }
        return bound
    }

    /// The offsets of a slice.
    private static func places(count: Int, from start: Int?, to end: Int?, by stride: Int) -> StrideTo<Int> {
        let lowest = stride > 0 ? 0 : -1
        let highest = stride > 0 ? count : count - 1
        func place(_ bound: Int?, else defaultPlace: Int) -> Int {
            guard let bound else { return defaultPlace }
            return min(max(bound < 0 ? bound &+ count : bound, lowest), highest)
        }
        let first = place(start, else: stride > 0 ? lowest : highest)
        let last = place(end, else: stride > 0 ? highest : lowest)
        // A longer step than the text takes the first place alone, and can't overflow.
        return Swift.stride(from: first, to: last, by: min(max(stride, -count - 1), count + 1))
    }
}

extension LoopState {
    /// `loop.name`.
    func attribute(_ name: String, method: JinjaValue) -> JinjaValue {
        let items = items.elements
        return switch name {
        case "index": .integer(index + 1)
        case "index0": .integer(index)
        case "revindex": .integer(items.count - index)
        case "revindex0": .integer(items.count - index - 1)
        case "first": .bool(index == 0)
        case "last": .bool(index == items.count - 1)
        case "length": .integer(items.count)
        // Counts the levels of a recursive loop, and there is none.
        case "depth": .integer(1)
        case "depth0": .integer(0)
        case "previtem": index > 0 ? items[index - 1] : .undefined("there is no previous item")
        case "nextitem": index + 1 < items.count ? items[index + 1] : .undefined("there is no next item")
        case "cycle", "changed": method
        default: .undefined("a loop has no attribute '\(name)'")
        }
    }
}
