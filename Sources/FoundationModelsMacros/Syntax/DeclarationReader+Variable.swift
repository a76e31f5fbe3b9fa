// A single variable, as the macros on properties see it.

/// One `var` or `let`.
struct VariableDeclaration: Equatable, Sendable {
    var modifiers: [String]
    var keyword: String
    var name: String
    var nameRange: Range<Int>
    var type: String?
    var initialValue: String?
    var isComputed: Bool
}

extension DeclarationReader {
    /// The variable that `syntax` declares.
    static func variable(_ syntax: SourceSyntax) throws(Diagnostic) -> VariableDeclaration {
        var reader = DeclarationReader(syntax)
        _ = try reader.attributes()
        let modifiers = reader.modifiers()
        let keyword = try reader.name()
        let nameRange = reader.current?.range ?? reader.bytes.count..<reader.bytes.count
        var variable = VariableDeclaration(
            modifiers: modifiers, keyword: keyword, name: try reader.name(), nameRange: nameRange, isComputed: false)
        if reader.eat(":") { variable.type = try reader.type().text }
        if reader.eat("="), let start = reader.current?.range.lowerBound {
            reader.skipInitializer()
            variable.initialValue = reader.text(reader.range(from: start))
        }
        variable.isComputed = variable.initialValue == nil && reader.isSymbol("{") && !reader.beginsObservers
        return variable
    }
}
