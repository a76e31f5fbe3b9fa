// A hint at tools of which nobody says when to call them: a small model then calls them always, or never.

internal import FoundationModels

extension DocumentParser {
    /// Hints at the tools whose use is left to the model, and of which neither their description nor what the model reads
    /// says when they are of use.
    mutating func hintAtTools(of document: PlaygroundDocument) {
        guard !document.tools.isEmpty else { return }
        let profiles = EffectiveProfiles(document)
        var told: Set<String> = []
        for cell in document.cells {
            let mode = profiles.options(of: cell).merged(over: document.options).toolCallingMode?.value ?? .allowed
            guard mode == .allowed else { continue }
            let read = ToolAdvice(document.texts(readBy: cell, in: profiles[cell]))
            for name in cell.toolNames where !told.contains(name) {
                guard let tool = document.tools.first(where: { $0.name.value == name }), tool.isDescribedByAuthor,
                    let function = tool.functions.first,
                    !ToolAdvice([function.description]).saysWhen, !read.names(function.name)
                else { continue }
                told.insert(name)
                hint(
                    .toolUse,
                    "neither the description of '\(name)' nor the instructions say when to call it; say so, as in 'Call it "
                        + "whenever …'", at: tool.name.location)
            }
        }
    }
}

extension ToolDeclaration {
    /// Whether the author of the playground has written the description.
    fileprivate var isDescribedByAuthor: Bool {
        switch kind {
        case .fixture, .command, .http: true
        case .builtin, .mcp: false
        }
    }
}

extension PlaygroundDocument {
    /// Instructions and prompts of the conversation that ends in a cell.
    fileprivate func texts(readBy cell: CellDeclaration, in profile: ProfileDeclaration?) -> [String] {
        var templates = [profile?.instructions ?? instructions].compactMap { $0 }
        var next: CellDeclaration? = cell
        while let cell = next {
            templates += [cell.instructions].compactMap { $0 }
            for case .text(let template) in cell.prompt { templates.append(template) }
            next = cell.continues.flatMap { self.cell($0.value) }
        }
        return templates.map { $0.substituting { _ in " " } }
    }
}

/// What texts say of the use of tools.
struct ToolAdvice {
    private let words: [String]

    init(_ texts: [String]) {
        words = texts.flatMap { text in
            text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init)
        }
    }

    private static let conditions: Set<String> = [
        "when", "whenever", "if", "before", "after", "once", "unless", "until", "always", "every", "only", "use",
        "call",
        "must", "never",
    ]

    /// Whether there is a word of a condition.
    var saysWhen: Bool { words.contains(where: Self.conditions.contains) }

    /// Whether a tool is named, or tools are spoken of.
    func names(_ tool: String) -> Bool {
        let tool = tool.lowercased()
        return words.contains { $0 == tool || $0 == "tool" || $0 == "tools" }
    }
}
