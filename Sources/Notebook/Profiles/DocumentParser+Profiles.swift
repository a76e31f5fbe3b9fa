// `profiles:`, and the keys of cells that go with them.

internal import YAML

extension DocumentParser {
    mutating func profiles(_ node: Node) -> [ProfileDeclaration] {
        guard case .mapping(let entries) = node.content else {
            error("type", "profiles must be a mapping of names, found \(Self.kind(of: node))", at: firstLine(of: node))
            return []
        }
        // Also those with a problem, so that one mistake is told once.
        profileNames = entries.map(\.key.text)
        return entries.compactMap { entry in
            let name = Located(entry.key.text, at: SourceLocation(file: source.path, range: entry.key.range))
            guard checkName(name, of: "a profile") else { return nil }
            if entry.value.isAbsent {
                error(
                    "missing-value", "profile '\(name.value)' has no declaration; write {instructions: …}",
                    at: name.location)
                return nil
            }
            guard let fields = mapping(entry.value, .profile) else { return nil }
            return ProfileDeclaration(
                name: name, instructions: fields["instructions"].flatMap { instructions($0, usesTemplates: true) },
                tools: fields["tools"].flatMap { cellTools($0) },
                options: fields["options"].map { options($0) } ?? OptionsDeclaration(),
                model: fields["model"].flatMap { model($0) },
                reasoningLevel: fields["reasoningLevel"].flatMap { reasoningLevel($0) })
        }
    }

    /// The further settings of a cell.
    mutating func settings(_ fields: [String: Node]) -> CellSettings {
        var settings = CellSettings()
        settings.profile = fields["profile"].flatMap { text($0) }.flatMap { knownProfile($0) }
        settings.model = fields["model"].flatMap { model($0) }
        settings.useCase = fields["useCase"].flatMap { word($0, UseCaseDeclaration.self) }
        settings.reasoningLevel = fields["reasoningLevel"].flatMap { reasoningLevel($0) }
        settings.context = fields["context"].flatMap { context($0) }
        settings.simulation = fields["simulate"].flatMap { simulation($0) }
        if let record = fields["record"].flatMap({ mapping($0, .recording) }) {
            settings.recordsSnapshots = record["snapshots"].flatMap { boolean($0) }?.value ?? false
        }
        return settings
    }

    mutating func knownProfile(_ name: Located<String>) -> Located<String>? {
        if profileNames.contains(name.value) { return name }
        let near = Suggestion.phrase(for: name.value, among: profileNames)
        error(
            "unknown-profile",
            "unknown profile '\(name.value)'" + (near.isEmpty ? "; declare it under 'profiles'" : near),
            at: name.location)
        return nil
    }

    /// `light`, `moderate`, `deep`, or tokens.
    mutating func reasoningLevel(_ node: Node) -> Located<ReasoningLevelDeclaration>? {
        guard let text = text(node) else { return nil }
        if let level = ReasoningLevelDeclaration(text: text.value) { return Located(level, at: text.location) }
        error(
            "value",
            "unknown value '\(text.value)'; it must be \(Self.alternatives(ReasoningLevelDeclaration.words + ["a number of tokens from 1"]))",
            at: node)
        return nil
    }

    /// Whether something may have a name: a letter or `_`, then letters, digits, `-` and `_`.
    mutating func checkName(_ name: Located<String>, of what: String) -> Bool {
        let scalars = name.value.unicodeScalars
        let isName =
            scalars.allSatisfy { $0.isASCII && TemplateScanner.continuesName($0) }
            && scalars.first.map { TemplateScanner.startsName($0) } == true && scalars.count <= 64
        if !isName {
            error(
                "name",
                "'\(name.value)' can't name \(what); a name is a letter or '_', then at most 63 letters, digits, '-' and "
                    + "'_'", at: name.location)
        }
        return isName
    }
}
