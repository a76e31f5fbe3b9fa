// Made by `playground export` from everything.playground.yaml. Export it again rather than edit it.
// swift-format-ignore-file
//
// Not carried over:
// - expect: 1 expectation, which `playground check` judges
// - cell where: that a tool must be called; a session may call tools
// - Tags: a list or value that is the whole answer has no guides
// - Order at #/properties/first-name: 'maxLength' is not carried
// - Choice at #/properties/either: no type of Swift says this schema; it is any content

import FoundationModels

@Generable
struct LookUpArguments {
    var number: String
}

@Generable(description: "An order")
struct Order {
    @Guide(description: "What it is about", .anyOf(["refund", "delivery"]))
    var topic: String
    @Guide(.count(1...3))
    var lines: [Line]
    var note: String?
    var `first-name`: String?
    var `default`: Bool
    var size: OrderSize
}

@Generable
struct Line {
    @Guide(.pattern(#/^[a-z]+$/#))
    var name: String
    @Guide(.minimum(1))
    var count: Int
}

@Generable
struct OrderSize {
    @Guide(.range(0.5...2.0))
    var width: Double
}

@Generable
struct Tree {
    var value: Int
    @Guide(.maximumCount(2))
    var children: [Tree]
}

@Generable
struct Choice {
    var either: GeneratedContent
}

/// The tool `look-up`, a fixture in the playground.
struct LookUpTool: Tool {
    let name = "look-up"
    let description = "Looks an order up. Call it for every question about an order."
    /// Does the tool's work.
    var answer: @Sendable (LookUpArguments) async throws -> String

    func call(arguments: LookUpArguments) async throws -> String { try await answer(arguments) }
}

/// Everything that Swift has words for
struct EverythingPlayground {
    /// What answers.
    var model: any LanguageModel = SystemLanguageModel.default
    /// What answers cells for tagging.
    var taggingModel: any LanguageModel = SystemLanguageModel(useCase: .contentTagging)
    /// One of: friendly, formal
    var tone: String = "friendly"
    var limit: Int = 3
    var `default`: String = "a \"quoted\" \\(text)"
    var lookUp: LookUpTool

    /// An answer, and the conversation that ends with it.
    struct Turn<Content> {
        var content: Content
        var transcript: Transcript
    }

    /// Sorts a message
    func sort() async throws -> Turn<Order> {
        let session = LanguageModelSession(model: model, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Sort \"this\": \(`default`)",
            generating: Order.self,
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `reply`.
    func reply(after transcript: Transcript, sortContent: Order) async throws -> Turn<String> {
        let session = LanguageModelSession(model: model, transcript: replacing(transcript, with: "Answer in \(limit) words."))
        let response = try await session.respond(
            to: """
                About \(sortContent.topic) of \(sortContent.lines.first?.name ?? ""),
                \(sortContent.note ?? "") in \(GeneratedContent(sortContent.size).jsonString).
                """,
            options: GenerationOptions(samplingMode: .random(probabilityThreshold: 1, seed: 7), temperature: 0.5),
            contextOptions: ContextOptions(reasoningLevel: .light))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `reply-formal`.
    func replyFormal(after transcript: Transcript) async throws -> Turn<String> {
        let session = LanguageModelSession(model: model, transcript: transcript)
        let response = try await session.respond(
            to: "And formally. {{ tone }}",
            options: GenerationOptions(samplingMode: .random(top: 4, seed: 3), temperature: 1.0, maximumResponseTokens: 9))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `where`.
    func `where`() async throws -> Turn<String> {
        let session = LanguageModelSession(model: model, tools: [lookUp], instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Where is order A17?",
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `tags`.
    func tags() async throws -> Turn<[String]> {
        let session = LanguageModelSession(model: taggingModel, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Tag it.",
            generating: [String].self,
            includeSchemaInPrompt: false,
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `tree`.
    func tree() async throws -> Turn<Tree> {
        let session = LanguageModelSession(model: model, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Grow.",
            generating: Tree.self,
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `choose`.
    func choose() async throws -> Turn<Choice> {
        let session = LanguageModelSession(model: model, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Choose.",
            generating: Choice.self,
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `rows`.
    /// The values of one row are its arguments.
    func rows(message: String, rowKey: String, temperature: Double) async throws -> Turn<String> {
        let session = LanguageModelSession(model: model, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "\(message) \(rowKey)",
            options: GenerationOptions(samplingMode: temperature == 0 ? .greedy : .random(probabilityThreshold: 1, seed: 3980045126933574), temperature: temperature))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `digest`.
    func digest(rowsRows: String) async throws -> Turn<String> {
        let session = LanguageModelSession(model: model, instructions: """
            You are \(tone).

            Say "yes" \\ or \\(no).

            """)
        let response = try await session.respond(
            to: "Sum up: \(rowsRows)",
            options: GenerationOptions(samplingMode: .greedy))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cells in the order in which they need each other. Those that take rows are not asked: rows, digest.
    ///
    /// - Parameter report: hears of each answer: the cell's id, the content, the conversation.
    func run(_ report: (String, GeneratedContent, Transcript) -> Void) async throws {
        let sortTurn = try await self.sort()
        report("sort", GeneratedContent(sortTurn.content), sortTurn.transcript)
        let replyTurn = try await self.reply(after: sortTurn.transcript, sortContent: sortTurn.content)
        report("reply", GeneratedContent(replyTurn.content), replyTurn.transcript)
        let replyFormalTurn = try await self.replyFormal(after: sortTurn.transcript)
        report("reply-formal", GeneratedContent(replyFormalTurn.content), replyFormalTurn.transcript)
        let whereTurn = try await self.`where`()
        report("where", GeneratedContent(whereTurn.content), whereTurn.transcript)
        let tagsTurn = try await self.tags()
        report("tags", GeneratedContent(tagsTurn.content), tagsTurn.transcript)
        let treeTurn = try await self.tree()
        report("tree", GeneratedContent(treeTurn.content), treeTurn.transcript)
        let chooseTurn = try await self.choose()
        report("choose", GeneratedContent(chooseTurn.content), chooseTurn.transcript)
    }

    /// The conversation with other instructions.
    private func replacing(_ transcript: Transcript, with instructions: String) -> Transcript {
        let segment = Transcript.Segment.text(Transcript.TextSegment(content: instructions))
        let turns = transcript.filter { entry in
            if case .instructions = entry { false } else { true }
        }
        let head = Transcript.Instructions(segments: [segment], toolDefinitions: [])
        return Transcript(entries: [.instructions(head)] + turns)
    }
}
