// Two readings of the same source side by side: the literals of a file, and the shape of every struct and enum in it.

import SwiftParser
import SwiftSyntax

/// Compares sources and keeps what differs.
struct Comparison {
    private(set) var differences: [String] = []
    private var files = 0
    private var types = 0
    private var literals = 0
    private var refused = 0

    var summary: String {
        "\(files) sources, \(types) types (\(refused) refused by both for '#if'), \(literals) literals: "
            + "\(differences.count) differences"
    }

    mutating func compare(_ source: String, name: String) {
        let tree = Parser.parse(source: source)
        // What the toolchain's parser can't read either says nothing.
        guard !tree.hasError else { return }
        files += 1
        compareLiterals(tree, source, name)
        let visitor = TypeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        for node in visitor.types { compareType(node, name) }
    }

    private mutating func report(
        _ name: String, _ what: String, _ ours: some StringProtocol, _ theirs: some StringProtocol
    ) {
        let text = "\(name): \(what)\n  ours:   \(ours)\n  theirs: \(theirs)"
        differences.append(text)
        if differences.count <= 40 { print(text) }
    }

    private mutating func compareLiterals(_ tree: SourceFileSyntax, _ source: String, _ name: String) {
        let visitor = LiteralVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let bytes = Array(source.utf8)
        let ours = Scanner.tokens(of: bytes).filter { $0.kind == .string || $0.kind == .regex }.map(\.range)
        literals += ours.count
        guard ours != visitor.ranges else { return }
        let index =
            zip(ours, visitor.ranges).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(ours.count, visitor.ranges.count)
        func text(_ ranges: [Range<Int>]) -> String {
            index < ranges.count ? "\(ranges[index]) \(String(decoding: bytes[ranges[index]], as: UTF8.self))" : "none"
        }
        report(name, "literal \(index)", text(ours), text(visitor.ranges))
    }

    private mutating func compareType(_ node: any DeclGroupSyntax & NamedDeclSyntax, _ name: String) {
        types += 1
        let theirs = TypeShape(node)
        let (declaration, problems) = DeclarationReader.type(SourceSyntax(source: node.description))
        if theirs.hasConditions {
            refused += 1
            if !problems.contains(where: { $0.message.contains("'#if'") }) {
                report(name, "\(node.name.text): '#if' isn't refused", "\(problems.map(\.message))", "#if")
            }
            return
        }
        let ours = TypeShape(declaration, problems)
        guard ours != theirs else { return }
        for (our, their) in zip(ours.lines, theirs.lines) where our != their {
            report(name, node.name.text, our, their)
            return
        }
        report(
            name, node.name.text, "\(ours.lines.count) lines", "\(theirs.lines.count) lines: \(theirs.lines.last ?? "")"
        )
    }
}

private final class LiteralVisitor: SyntaxVisitor {
    private(set) var ranges: [Range<Int>] = []

    private func add(_ node: some SyntaxProtocol) {
        ranges.append(
            node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset)
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(node)
        return .skipChildren
    }
    override func visit(_ node: SimpleStringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(node)
        return .skipChildren
    }
    override func visit(_ node: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(node)
        return .skipChildren
    }
}

private final class TypeVisitor: SyntaxVisitor {
    private(set) var types: [any DeclGroupSyntax & NamedDeclSyntax] = []

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(node)
        return .visitChildren
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(node)
        return .visitChildren
    }
}
