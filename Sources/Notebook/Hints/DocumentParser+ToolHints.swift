// A hint at tools of which nobody says when to call them: a small model then calls them always, or never.

internal import FoundationModels

extension DocumentParser {
    /// Hints at the tools whose use is left to the model, and of which neither their description nor what the model reads
    /// says when they are of use. Cost: a look at every text for each tool whose description leaves it open.
    mutating func hintAtTools(of document: PlaygroundDocument) {
        let profiles = EffectiveProfiles(document)
        for tool in document.tools where tool.isDescribedByAuthor {
            guard let function = tool.functions.first, !ToolAdvice([function.description]).saysWhen else { continue }
            var conversations = ToolMentions(of: function.name, in: document)
            let isOpen = document.cells.contains { cell in
                guard cell.toolNames.contains(tool.name.value),
                    profiles.options(of: cell).merged(over: document.options).toolCallingMode?.value ?? .allowed
                        == .allowed
                else { return false }
                return !conversations.mention(it: cell, profiles[cell]?.instructions ?? document.instructions)
            }
            guard isOpen else { continue }
            hint(
                .toolUse,
                "neither the description of '\(tool.name.value)' nor the instructions say when to call it; say so, as in "
                    + "'Call it whenever …'", at: tool.name.location)
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

/// Where conversations speak of one tool, each cell looked at once.
private struct ToolMentions {
    private let name: String
    private let cells: [String: CellDeclaration]
    /// By cell: whether it or one that it goes on from speaks of the tool.
    private var known: [String: Bool] = [:]

    init(of name: String, in document: PlaygroundDocument) {
        self.name = name
        cells = Dictionary(document.cells.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the conversation that ends in a cell, or the instructions that hold in it, speak of the tool.
    mutating func mention(it cell: CellDeclaration, _ instructions: PromptTemplate?) -> Bool {
        if let instructions, isNamed(in: [instructions]) { return true }
        var path: [String] = []
        var isNamed = false
        var next: CellDeclaration? = cell
        while let cell = next, !isNamed {
            if let known = known[cell.id.value] {
                isNamed = known
                break
            }
            path.append(cell.id.value)
            isNamed = self.isNamed(in: cell.ownTexts)
            next = cell.continues.flatMap { cells[$0.value] }
        }
        // Of the cells on the way none speaks of it itself but perhaps the last.
        for id in path { known[id] = isNamed }
        return isNamed
    }

    private func isNamed(in templates: [PromptTemplate]) -> Bool {
        ToolAdvice(templates.map { $0.substituting { _ in " " } }).names(name)
    }
}

extension CellDeclaration {
    /// Instructions and prompts of the cell itself.
    fileprivate var ownTexts: [PromptTemplate] {
        [instructions].compactMap { $0 }
            + prompt.compactMap { part in
                if case .text(let template) = part { template } else { nil }
            }
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
