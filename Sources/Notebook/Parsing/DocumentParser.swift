// From located YAML to a playground document. Reads every field by its declared type and collects all problems; what can't
// be read is left out, and a document with an error is not handed on.

internal import YAML

/// Parses one playground file.
struct DocumentParser {
    /// The text that is read: the playground, or for a while a file that it includes.
    var source: SourceText
    var includes: IncludeReader
    var diagnostics: [Diagnostic] = []
    /// Errors and warnings are each collected up to this many.
    static let diagnosticLimit = 100
    var errorCount = 0
    var warningCount = 0
    /// What templates may name; filled before the first template is read.
    var names = TemplateNames(parameters: [], cells: [])
    /// Of all entries of `schemas:`, those with problems too.
    var schemaNames: [String] = []
    /// Those of them that are right as far as each can tell by itself.
    var schemaBundle = SchemaBundle([:])
    /// What schemas take from parameters and contents, by the name of the schema.
    var schemaReferences: [String: [TemplateReference]] = [:]
    /// Of `params:`.
    var parameterTypes: [String: ParameterType] = [:]
    var targetSystem: TargetSystem?
    /// Of all entries of `profiles:`.
    var profileNames: [String] = []
    /// The names of their tools, of those that list any.
    var profileTools: [String: [String]] = [:]

    /// Of all entries of `tools:`, those with problems too.
    var toolNames: [String] = []

    init(source: SourceText, includes: IncludeReader) {
        self.source = source
        self.includes = includes
    }

    /// The document as far as it could be read, or nil where the root is no mapping or there are no cells.
    mutating func parse(_ root: Node?) -> PlaygroundDocument? {
        guard let root, !root.isAbsent else {
            let start = SourcePosition(line: 1, column: 1)
            let place = SourceLocation(file: source.path, range: SourceRange(start: start, end: start))
            error("empty", "the file is empty; a playground starts with 'playground: 1'", at: place)
            return nil
        }
        guard isKnownVersion(root), let fields = mapping(root, .playground) else { return nil }

        let parameters = fields["params"].map { self.parameters($0) } ?? []
        let entries = fields["cells"].map { cellEntries($0) } ?? []
        names = TemplateNames(parameters: parameters.map(\.name.value), cells: entries.compactMap(\.id?.value))

        let title = fields["title"].flatMap { text($0) }
        let model = fields["model"].flatMap { self.model($0) }
        let target = fields["target"].flatMap { word($0, TargetSystem.self) }
        targetSystem = target?.value
        parameterTypes = Dictionary(
            parameters.map { ($0.name.value, $0.type) }, uniquingKeysWith: { first, _ in first })
        let options = fields["options"].map { self.options($0) } ?? OptionsDeclaration()
        let instructions = fields["instructions"].flatMap { self.instructions($0, usesTemplates: true) }
        let schemas = fields["schemas"].map { self.schemas($0) } ?? []
        let includesSchema = fields["includeSchemaInPrompt"].flatMap { boolean($0) }
        let plots = fields["plots"].map { self.plots($0) } ?? []
        let secrets = fields["secrets"].map { self.secrets($0) } ?? []
        let tools = fields["tools"].map { self.tools($0, secrets: secrets) } ?? []
        let profiles = fields["profiles"].map { self.profiles($0) } ?? []
        for profile in profiles { profileTools[profile.name.value] = profile.tools?.map(\.value) }
        let cells = entries.compactMap { cell($0) }
        checkContentPaths(in: cells, schemas)
        checkRows(of: cells)
        for cycle in CellGraph(cells).cycles(limit: Self.diagnosticLimit) {
            error("cycle", cycle.message, at: cycle.location)
        }
        warnOfIdleOptions(options, of: cells, in: EffectiveProfiles(profiles, cells: cells))
        var document = PlaygroundDocument(
            path: source.path, title: title, model: model, target: target, options: options, parameters: parameters,
            schemas: schemas, includesSchema: includesSchema, instructions: instructions, plots: plots, cells: cells)
        document.tools = tools
        document.secrets = secrets
        document.profiles = profiles
        document.context = fields["context"].flatMap { context($0) }
        document.simulation = fields["simulate"].flatMap { simulation($0) }
        document.silencedHints = fields["hints"].map { silencedHints($0) } ?? []
        hintAtInstructions(
            [instructions].compactMap { $0 } + profiles.compactMap(\.instructions) + cells.compactMap(\.instructions),
            parameters)
        hintAtCounts(in: cells, schemas)
        if let target = targetSystem {
            checkSettings(cells, profiles, on: target)
            for context in [document.context] + cells.map(\.settings.context) { checkContext(context, on: target) }
        }
        if errorCount == 0 {
            document.inheritTools()
            checkTools(of: document)
            hintAtTools(of: document)
        }
        let silenced = Set(document.silencedHints.map { "notebook.\($0.rawValue)" })
        diagnostics.removeAll { $0.severity == .warning && silenced.contains($0.code) }
        return document
    }

    /// False for the version of some later format, whose keys must not be judged by this one's.
    private mutating func isKnownVersion(_ root: Node) -> Bool {
        guard case .mapping(let entries) = root.content,
            let node = entries.first(where: { $0.key.text == "playground" })?.value, !node.isAbsent,
            let version = integer(node, 0...), version.value != 1
        else { return true }
        error("format-version", "format version \(version.value) is not known; this program reads version 1", at: node)
        return false
    }

    mutating func model(_ node: Node) -> Located<ModelReference>? {
        guard let name = text(node) else { return nil }
        if name.value.lowercased().hasSuffix(".gguf") {
            return Located(.weightsFile(path: name.value), at: name.location)
        }
        let isName = name.value.unicodeScalars.allSatisfy { $0.isASCII && Self.isModelNameScalar($0) }
        guard isName, !name.value.isEmpty else {
            error(
                "value",
                "'\(name.value)' is neither a model name nor the path of a .gguf file; a name has letters, "
                    + "digits, '-', '_' and '.'", at: node)
            return nil
        }
        return Located(.registered(name.value), at: name.location)
    }

    private static func isModelNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || ["-", "_", "."].contains(scalar)
    }
}
