// Which lines of the seed documents are code, and what each piece needs around it to be a program. The documents are read from
// `../shared/seeds`; none of their text stands here.

import Testing

/// One piece of published code.
struct SeedSnippet: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case compiles
        /// Must be refused, with a message that contains this text.
        case isRefused(String)
    }

    var number: Int
    var title: String
    /// Beginning of the document's file name; empty for code of our own.
    var document: String
    /// Lines that declare types and functions.
    var declarations: [ClosedRange<Int>] = []
    /// Lines that are statements.
    var statements: [ClosedRange<Int>] = []
    /// Statements before those of the document.
    var setUp = ""
    /// Declarations that the document leaves out, at file scope.
    var stubs = ""
    /// What has to change: pairs of text found and text put in its place.
    var changes: [(String, String)] = []
    /// What the function of the statements returns.
    var result: String?
    /// The newest language mode in which it is right.
    var languageMode = 6
    /// At file scope, not in a type: for declarations by free-standing macros.
    var isAtFileScope = false
    var outcome = Outcome.compiles

    var testDescription: String { "\(number) \(title)" }
}

private let s0 = "000_"
private let s1 = "001_"
private let s3 = "003_"
private let s4 = "004_"

private let weatherToolStub = """
    private struct GetWeatherTool: Tool {
        let description = "Weather of a city"
        @Generable struct Arguments { var city: String }
        func call(arguments: Arguments) async throws -> String { "sun" }
    }
    """

private let viewStubs = """
    private struct Color { static let green = Color(), red = Color(), orange = Color() }
    private struct Text {
        init(_ text: String) {}
        @discardableResult func foregroundStyle(_ color: Color) -> Text { self }
    }
    private struct Button { @discardableResult init(_ title: String, action: () -> Void) { action() } }
    private struct ContentView {}
    """

private let placeStubs = """
    private struct CLLocation: Sendable {}
    private struct CLPlacemark: Sendable { var location: CLLocation? }
    private struct CLGeocoder: Sendable {
        func geocodeAddressString(_ text: String) async throws -> [CLPlacemark] { [] }
    }
    private struct Condition: Sendable { var description: String }
    private struct Temperature: Sendable { var value: Double }
    private struct CurrentWeather: Sendable { var temperature: Temperature; var condition: Condition }
    private struct Weather: Sendable { var currentWeather: CurrentWeather }
    private struct WeatherService: Sendable {
        static let shared = WeatherService()
        func weather(for location: CLLocation) async throws -> Weather {
            Weather(currentWeather: CurrentWeather(temperature: Temperature(value: 7), condition: Condition(description: "rain")))
        }
    }
    """

private let dayStub = "@Generable struct Day { var title: String }"
private let newSession = "let session = LanguageModelSession()"
private let dayPlanStub = "@Generable struct DayPlan { var activities: [String] }"

/// The pieces of the checklist's list that are code. 15, 18 and 21 are illustrations, 9, 19, 50, 67 and 70 are prose or views;
/// what they speak of is held by `SnippetFormsTests`.
let seedSnippets: [SeedSnippet] = [
    SeedSnippet(number: 1, title: "basic session", document: s0, statements: [45...45]),
    SeedSnippet(number: 2, title: "barista instructions", document: s0, statements: [49...53]),
    SeedSnippet(
        number: 3, title: "session with tools", document: s0, statements: [59...62], stubs: weatherToolStub),
    SeedSnippet(number: 4, title: "content tagging model", document: s0, statements: [68...70]),
    SeedSnippet(number: 5, title: "respond function", document: s0, declarations: [101...109]),
    SeedSnippet(
        number: 6, title: "search suggestions", document: s0, declarations: [119...123], statements: [125...134],
        setUp: newSession),
    SeedSnippet(number: 7, title: "two haikus", document: s0, statements: [150...166]),
    SeedSnippet(number: 8, title: "entries of a transcript", document: s0, statements: [178...182], setUp: newSession),
    SeedSnippet(
        number: 10, title: "person", document: s0, declarations: [216...220], statements: [222...227],
        setUp: newSession),
    SeedSnippet(number: 11, title: "enum with payloads", document: s0, declarations: [233...243]),
    SeedSnippet(
        number: 12, title: "recursive itinerary", document: s0, declarations: [216...220, 261...271]),
    SeedSnippet(number: 13, title: "guides", document: s0, declarations: [279...289]),
    SeedSnippet(
        number: 14, title: "order of properties", document: s0, declarations: [317...322], stubs: dayPlanStub),
    SeedSnippet(
        number: 16, title: "stream an itinerary", document: s0, declarations: [362...366], statements: [368...375],
        setUp: newSession, stubs: dayStub),
    SeedSnippet(
        number: 17, title: "itinerary view", document: s0, declarations: [362...366], statements: [406...418],
        setUp: """
            let session = LanguageModelSession()
            let (dayCount, landmarkName) = (3, "Mt. Fuji")
            var itinerary: Itinerary.PartiallyGenerated?
            defer { print(itinerary as Any) }
            """, stubs: "",
        changes: [("self.itinerary = partial", "itinerary = partial.content")]),
    SeedSnippet(number: 20, title: "article", document: s0, declarations: [454...459]),
    SeedSnippet(
        number: 22, title: "weather tool", document: s0, declarations: [488...511], stubs: placeStubs),
    SeedSnippet(
        number: 23, title: "attach a tool and ask", document: s0, statements: [517...527], stubs: weatherToolStub),
    SeedSnippet(
        number: 24, title: "tool as a class with state", document: s0, declarations: [548...565],
        stubs: "private let pickedContact = (givenName: \"Ada\", familyName: \"L\")", languageMode: 5),
    SeedSnippet(
        number: 25, title: "tool output from text", document: s0, statements: [575...575], result: "ToolOutput"),
    SeedSnippet(
        number: 26, title: "tool output from content", document: s0, statements: [579...580], result: "ToolOutput"),
    SeedSnippet(
        number: 27, title: "three tools", document: s0, statements: [601...608],
        stubs: weatherToolStub
            + """

            private struct FindRestaurantTool: Tool {
                let description = "Restaurants"
                @Generable struct Arguments { var city: String }
                func call(arguments: Arguments) async throws -> String { "none" }
            }
            private struct FindHotelTool: Tool {
                let description = "Hotels"
                @Generable struct Arguments { var city: String }
                func call(arguments: Arguments) async throws -> String { "none" }
            }
            """),
    SeedSnippet(
        number: 28, title: "riddle from a dynamic schema", document: s0, statements: [635...652], setUp: newSession),
    SeedSnippet(
        number: 29, title: "greedy", document: s0, statements: [678...681], setUp: newSession + "; let prompt = \"\""),
    SeedSnippet(
        number: 30, title: "temperature", document: s0, statements: [685...688],
        setUp: newSession + "; let prompt = \"\""),
    SeedSnippet(
        number: 31, title: "tagging result", document: s0, declarations: [704...707], statements: [709...716],
        setUp: "let articleText = \"\""),
    SeedSnippet(
        number: 32, title: "tagging with instructions", document: s0, declarations: [724...730],
        statements: [732...740], setUp: "let text = \"\""),
    SeedSnippet(
        number: 33, title: "overflow, new session", document: s0, statements: [762...770], setUp: "let prompt = \"\""),
    SeedSnippet(
        number: 34, title: "overflow, condensed session", document: s0, declarations: [783...798],
        statements: [776...781], setUp: "var session = LanguageModelSession(); let prompt = \"\""),
    SeedSnippet(number: 35, title: "summarize with a fallback", document: s0, declarations: [806...817]),
    SeedSnippet(
        number: 36, title: "summarizer protocol", document: s0, declarations: [821...827],
        stubs: """
            extension Snippet36.TextSummarizer { func summarize(_ text: String) async throws -> String { text } }
            """),
    SeedSnippet(number: 37, title: "nested types, both generable", document: s0, declarations: [834...840]),
    SeedSnippet(
        number: 137, title: "nested types, one not generable", document: s0, declarations: [843...846],
        outcome: .isRefused("DayPlan")),
    SeedSnippet(
        number: 38, title: "availability", document: s0, statements: [860...866],
        setUp: "let model = SystemLanguageModel.default", stubs: viewStubs),
    SeedSnippet(number: 39, title: "supported languages", document: s0, statements: [874...878]),
    SeedSnippet(
        number: 40, title: "prewarmed view model", document: s0, declarations: [923...937],
        stubs: "private protocol ObservableObject: AnyObject {}", languageMode: 5),
    SeedSnippet(
        number: 41, title: "schema left out of the prompt", document: s0, declarations: [216...220],
        statements: [949...960], setUp: newSession),
    SeedSnippet(
        number: 42, title: "playground macro", document: s0, declarations: [991...996], stubs: "import Playgrounds",
        isAtFileScope: true),

    SeedSnippet(
        number: 43, title: "three-line inference", document: s1, statements: [64...70], setUp: "let text = \"\""),
    SeedSnippet(
        number: 44, title: "observable status", document: s1, declarations: [32...51], stubs: "import Observation"),
    SeedSnippet(number: 45, title: "summarize", document: s1, declarations: [63...72]),
    SeedSnippet(number: 46, title: "recipe card", document: s1, declarations: [84...111]),
    SeedSnippet(
        number: 47, title: "recipe stream", document: s1, declarations: [84...100], statements: [151...160],
        setUp: "let prompt = \"\"; var draft: RecipeCard.PartiallyGenerated?; defer { print(draft as Any) }",
        changes: [("draft = snapshot", "draft = snapshot.content")]),
    SeedSnippet(
        number: 48, title: "current weather tool", document: s1, declarations: [182...206], stubs: placeStubs),
    SeedSnippet(
        number: 49, title: "weather session", document: s1, declarations: [182...206], statements: [208...212],
        stubs: placeStubs),

    SeedSnippet(
        number: 51, title: "availability view", document: s3, statements: [22...33],
        setUp: "let model = SystemLanguageModel.default", stubs: viewStubs),
    SeedSnippet(number: 52, title: "single turn", document: s3, statements: [39...42]),
    SeedSnippet(number: 53, title: "many turns", document: s3, statements: [44...52]),
    SeedSnippet(number: 54, title: "cat profile", document: s3, declarations: [67...76]),
    SeedSnippet(
        number: 55, title: "respond and print", document: s3, declarations: [67...76], statements: [80...88],
        setUp: newSession),
    SeedSnippet(
        number: 56, title: "recipe search tool", document: s3, declarations: [102...119],
        stubs:
            "private func searchRecipes(term: String, limit: Int) async -> [(name: String, description: String)] { [] }"
    ),
    SeedSnippet(
        number: 57, title: "recipe session", document: s3, declarations: [102...119], statements: [123...124],
        stubs:
            "private func searchRecipes(term: String, limit: Int) async -> [(name: String, description: String)] { [] }"
    ),
    SeedSnippet(
        number: 58, title: "error of a tool", document: s3, statements: [128...135], setUp: newSession,
        stubs: "private enum RecipeSearchToolError: Error { case databaseIsEmpty }"),
    SeedSnippet(
        number: 59, title: "stream of trip ideas", document: s3, declarations: [141...145], statements: [147...155],
        setUp: newSession),
    SeedSnippet(
        number: 60, title: "trip ideas view", document: s3, declarations: [141...145], statements: [172...179],
        setUp: """
            let session = LanguageModelSession(); let prompt = ""
            var partialResult: TripIdeas.PartiallyGenerated?; var errorMessage: String?
            defer { print(partialResult as Any, errorMessage as Any) }
            """, changes: [("partialResult = partial", "partialResult = partial.content")]),

    SeedSnippet(number: 61, title: "server session", document: s4, statements: [20...20]),
    SeedSnippet(
        // The document's cases hold comments alone, which Swift refuses.
        number: 62, title: "server availability", document: s4, statements: [28...39],
        changes: [(":\n", ": break\n")]),
    SeedSnippet(number: 63, title: "server quota", document: s4, statements: [51...67], stubs: viewStubs),
    SeedSnippet(number: 64, title: "deep reasoning", document: s4, statements: [77...80], setUp: newSession),
    SeedSnippet(number: 65, title: "compare images", document: s4, declarations: [92...104]),
    SeedSnippet(number: 66, title: "classify an image", document: s4, declarations: [110...129]),
    SeedSnippet(
        number: 68, title: "dynamic instructions", document: s4, declarations: [143...164], statements: [166...168],
        stubs: """
            private struct ListPhotosTool: Tool {
                let description = "Lists photos"
                @Generable struct Arguments {}
                func call(arguments: Arguments) async throws -> String { "" }
            }
            private struct AddPhotoTool: Tool {
                let description = "Adds a photo"
                @Generable struct Arguments { var name: String }
                func call(arguments: Arguments) async throws -> String { "" }
            }
            private struct ImageEditingInstructions: DynamicInstructions {
                var body: some DynamicInstructions { Instructions { "Edit." } }
            }
            private struct AnimationEditingInstructions: DynamicInstructions {
                var body: some DynamicInstructions { Instructions { "Animate." } }
            }
            """),
    SeedSnippet(
        number: 69, title: "modifiers of a profile", document: s4, statements: [172...177],
        stubs: """
            private let pccModel = PrivateCloudComputeLanguageModel()
            private let (likesPoetry, likesAstronomy) = (true, false)
            """, result: "some LanguageModelSession.DynamicProfile"),
]
