// `params:`: names, types, defaults and the values allowed.

internal import YAML

extension DocumentParser {
    mutating func parameters(_ node: Node) -> [ParameterDeclaration] {
        guard case .mapping(let entries) = node.content else {
            error("type", "params must be a mapping of names, found \(Self.kind(of: node))", at: node)
            return []
        }
        return entries.compactMap { entry in
            let name = Located(entry.key.text, at: SourceLocation(file: source.path, range: entry.key.range))
            guard checkParameterName(name), !isMissing(entry), let fields = mapping(entry.value, .parameter),
                let type = fields["type"].flatMap({ word($0, ParameterType.self) })
            else {
                // The name counts as known all the same, so that one mistake is reported once.
                return ParameterDeclaration(name: name, type: .string)
            }
            return declaration(name, type.value, fields)
        }
    }

    private mutating func declaration(
        _ name: Located<String>, _ type: ParameterType, _ fields: [String: Node]
    ) -> ParameterDeclaration {
        var allowed: [ParameterValue]?
        if let node = fields["enum"], let items = list(node, of: "values") {
            allowed = items.compactMap { parameterValue($0, type) }
            if items.isEmpty { error("value", "'enum' has no values", at: node) }
        }
        let defaultValue = fields["default"].flatMap { parameterValue($0, type) }
        if let node = fields["default"], let defaultValue, let allowed, !allowed.contains(sameAs: defaultValue) {
            let values = allowed.map(\.text)
            error(
                "value",
                "default '\(defaultValue.text)' is not among the values of 'enum': \(Self.alternatives(values))",
                at: node)
        }
        return ParameterDeclaration(name: name, type: type, defaultValue: defaultValue, allowedValues: allowed)
    }

    private mutating func isMissing(_ entry: Node.Entry) -> Bool {
        guard entry.value.isAbsent else { return false }
        let place = SourceLocation(file: source.path, range: entry.key.range)
        error("missing-value", "parameter '\(entry.key.text)' has no declaration; write {type: string}", at: place)
        return true
    }

    private mutating func checkParameterName(_ name: Located<String>) -> Bool {
        let scalars = name.value.unicodeScalars
        guard let first = scalars.first, TemplateScanner.startsName(first),
            scalars.allSatisfy(TemplateScanner.continuesName)
        else {
            error(
                "name",
                "'\(name.value)' can't name a parameter; a name is a letter or '_', then letters, digits, "
                    + "'-' and '_'", at: name.location)
            return false
        }
        guard name.value != "cells" else {
            error("name", "'cells' can't name a parameter; it names the cells in templates", at: name.location)
            return false
        }
        return true
    }

    private mutating func parameterValue(_ node: Node, _ type: ParameterType) -> ParameterValue? {
        guard case .scalar(let scalar) = node.content else {
            error("type", "must be \(type.phrase), found \(Self.kind(of: node))", at: node)
            return nil
        }
        let isQuoted = scalar.style != .plain && type != .string
        guard !isQuoted, let value = ParameterValue(scalar.text, as: type) else {
            error("type", "must be \(type.phrase), found \(Self.found(node))", at: node)
            return nil
        }
        return value
    }
}
