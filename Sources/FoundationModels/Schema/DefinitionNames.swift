// Keys under `$defs`. A name that only one shape has is its key; shapes that share a name are told apart by the types that
// enclose them, and where that does not do, by numbers in the order of their first mention.

/// The keys of the definitions of one document: letters and digits of ASCII, `_`, `-` and `.`, so that references need no
/// escapes.
struct DefinitionNames {
    private(set) var names: [SchemaDocument.Key: String] = [:]

    init(_ definitions: [(key: SchemaDocument.Key, value: SchemaDocument.Definition)]) {
        var taken: Set<String> = []
        let groups = Dictionary(grouping: definitions) { Self.key($0.value.name) }
        for (key, definition) in definitions {
            let plain = Self.key(definition.name)
            let rivals = (groups[plain] ?? []).filter { $0.key != key }.map(\.value)
            let name = Self.qualified(definition, among: rivals) ?? plain
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            names[key] = unique
        }
    }

    /// The name with as many of the enclosing types as tell it from its rivals; nil where it needs none or has none.
    private static func qualified(
        _ definition: SchemaDocument.Definition, among rivals: [SchemaDocument.Definition]
    ) -> String? {
        guard !rivals.isEmpty, definition.path.count > 1 else { return nil }
        let path = definition.path.dropLast()
        for count in 1...path.count {
            let suffix = path.suffix(count)
            if count == path.count || !rivals.contains(where: { $0.path.dropLast().suffix(count) == suffix }) {
                return key((suffix + [definition.name]).joined(separator: "."))
            }
        }
        return nil
    }

    private static func key(_ name: String) -> String {
        let key = name.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
            default: Character("_")
            }
        }
        return key.isEmpty ? "_" : String(key)
    }
}
