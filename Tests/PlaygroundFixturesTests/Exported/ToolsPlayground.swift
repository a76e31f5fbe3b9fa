// Made by `playground export` from tools.playground.yaml. Export it again rather than edit it.
// swift-format-ignore-file
//
// Not carried over:
// - the model smollm2-135m-instruct: whoever makes a ToolsPlayground says what answers
// - cell where: that a tool must be called; a session may call tools
// - cell again: that a tool must be called; a session may call tools
// - cell bill: that a tool must be called; a session may call tools
// - cell date: that a tool must be called; a session may call tools

import FoundationModels

@Generable
struct OrderArguments {
    @Guide(.anyOf(["A17", "B20"]))
    var number: String
}

@Generable
struct SumArguments {
    var expression: String
}

@Generable
struct TodayArguments {
}

@Generable
struct Status {
    @Guide(.anyOf(["waiting", "packed", "shipped"]))
    var status: String
    @Guide(.range(0...30))
    var days: Int
}

@Generable
struct Total {
    @Guide(.range(0...999))
    var total: Int
}

@Generable
struct Day {
    @Guide(.anyOf(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]))
    var weekday: String
}

/// The tool `order`, a fixture in the playground.
struct OrderTool: Tool {
    let name = "order"
    let description = "Look an order up by its number."
    /// Does the tool's work.
    var answer: @Sendable (OrderArguments) async throws -> String

    func call(arguments: OrderArguments) async throws -> String { try await answer(arguments) }
}

/// The tool `sum`, built in in the playground.
struct SumTool: Tool {
    let name = "sum"
    let description = "Computes an arithmetic expression of numbers, + - * / ^ and parentheses."
    /// Does the tool's work.
    var answer: @Sendable (SumArguments) async throws -> String

    func call(arguments: SumArguments) async throws -> String { try await answer(arguments) }
}

/// The tool `today`, built in in the playground.
struct TodayTool: Tool {
    let name = "today"
    let description = "Tells the date and the time now."
    /// Does the tool's work.
    var answer: @Sendable (TodayArguments) async throws -> String

    func call(arguments: TodayArguments) async throws -> String { try await answer(arguments) }
}

/// Tools
struct ToolsPlayground {
    /// What answers.
    var model: any LanguageModel = SystemLanguageModel.default
    var order: OrderTool
    var sum: SumTool
    var today: TodayTool

    /// An answer, and the conversation that ends with it.
    struct Turn<Content> {
        var content: Content
        var transcript: Transcript
    }

    /// Asks the cell `where`.
    func `where`() async throws -> Turn<Status> {
        let session = LanguageModelSession(model: model, tools: [order], instructions: """
            You help the people at the desk of a shop. Look things up before you answer.

            """)
        let response = try await session.respond(
            to: "Where is order A17?",
            generating: Status.self,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `again`.
    func again(after transcript: Transcript) async throws -> Turn<Status> {
        let session = LanguageModelSession(model: model, tools: [order], transcript: transcript)
        let response = try await session.respond(
            to: "Is it on its way?",
            generating: Status.self,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `bill`.
    func bill() async throws -> Turn<Total> {
        let session = LanguageModelSession(model: model, tools: [sum], instructions: """
            You help the people at the desk of a shop. Look things up before you answer.

            """)
        let response = try await session.respond(
            to: "Use the tool to compute: 3 * 12",
            generating: Total.self,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cell `date`.
    func date() async throws -> Turn<Day> {
        let session = LanguageModelSession(model: model, tools: [today], instructions: """
            You help the people at the desk of a shop. Look things up before you answer.

            """)
        let response = try await session.respond(
            to: "Which day is it today?",
            generating: Day.self,
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60))
        return Turn(content: response.content, transcript: session.transcript)
    }

    /// Asks the cells in the order in which they need each other.
    ///
    /// - Parameter report: hears of each answer: the cell's id, the content, the conversation.
    func run(_ report: (String, GeneratedContent, Transcript) -> Void) async throws {
        let whereTurn = try await self.`where`()
        report("where", GeneratedContent(whereTurn.content), whereTurn.transcript)
        let againTurn = try await self.again(after: whereTurn.transcript)
        report("again", GeneratedContent(againTurn.content), againTurn.transcript)
        let billTurn = try await self.bill()
        report("bill", GeneratedContent(billTurn.content), billTurn.transcript)
        let dateTurn = try await self.date()
        report("date", GeneratedContent(dateTurn.content), dateTurn.transcript)
    }
}
