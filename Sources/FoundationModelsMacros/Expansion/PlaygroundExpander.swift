// `#Playground("name") { … }` becomes a record in a section of the program's file of its own: whoever runs playgrounds finds
// all of a program's records there, without any of them being called before.

enum PlaygroundExpander {
    private static let module = "Playgrounds"

    static func expand(_ request: FreestandingRequest) throws(Diagnostic) -> Expansion {
        let syntax = request.syntax
        var reader = DeclarationReader(syntax)
        while reader.current != nil, !reader.isSymbol("#") { reader.skipBalanced() }
        let (line, _) = syntax.position(of: reader.current?.range.lowerBound ?? 0)
        reader.at += 1
        _ = try reader.name()
        while reader.eat(".") { _ = try reader.name() }
        let arguments = reader.isSymbol("(") ? reader.argumentList() : []
        var body = arguments.first { $0.label == "body" }.map { ($0.text, $0.range.lowerBound) }
        if let start = reader.current?.range.lowerBound, reader.isSymbol("{") {
            reader.skipBalanced()
            body = (reader.text(reader.range(from: start)), start)
        }
        guard let (text, start) = body else {
            throw Diagnostic("'#Playground' needs a block of code", in: syntax, at: 0..<syntax.source.utf8.count)
        }
        let name = arguments.first { $0.label == nil }?.text ?? "nil"
        let holder = request.uniqueName("Playground")
        let block = SwiftText.located(
            in: syntax, at: start,
            head: "nonisolated private static let body: @MainActor @Sendable () async throws -> Swift.Void =", text)
        // Members rather than globals: those of a main.swift are variables of a script, set when their line is reached.
        return Expansion(
            source: """
                nonisolated enum \(holder) {
                \(block)#if objectFormat(MachO)
                @section("__DATA,playgrounds")
                #else
                @section("playgrounds")
                #endif
                @used
                nonisolated private static let record: @convention(c) () -> Swift.Void = {
                \(module).PlaygroundBlock.__add(name: \(name), fileID: #fileID, line: \(line), body: \(holder).body)
                }
                }

                """)
    }
}
