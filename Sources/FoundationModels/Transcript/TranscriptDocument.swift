// The outer shape of Apple's JSON form of a transcript: the wrapper, and entries by role. Only keys that transcripts from
// Apple's systems are known to hold are written.

internal import FoundationEssentials

/// Transcripts to and from JSON documents.
enum TranscriptDocument {
    static let type = "FoundationModels.Transcript"

    static func encode(_ transcript: Transcript, as format: Transcript.Format) -> JSONValue {
        .members([
            "type": .string(type),
            "version": format.version,
            "transcript": .members(["entries": .array(transcript.compactMap { encode($0, as: format) })]),
        ])
    }

    static func decode(_ document: JSONValue) throws(JSONFormError) -> Transcript {
        let root = JSONCursor(document, format: "transcript")
        let type = try root.member("type")
        guard try type.string() == Self.type else {
            throw type.error("expected '\(Self.type)', found \(type.value.text(.compact))", code: "kind")
        }
        let version = try root.member("version")
        guard Transcript.Format.allCases.contains(where: { $0.version == version.value }) else {
            throw version.error(
                "version \(version.value.text(.compact)) is unknown; 1 and \"1.1\" can be read", code: "version")
        }
        var transcript = Transcript()
        for entry in try root.member("transcript").member("entries").elements() {
            transcript.storage.append(try decodeEntry(entry))
        }
        return transcript
    }

    /// Nil for an entry that the version has no form for.
    static func encode(_ entry: Transcript.Entry, as format: Transcript.Format) -> JSONValue? {
        switch entry {
        case .instructions(let instructions):
            .members([
                "role": .string("instructions"), "id": .string(instructions.id),
                "contents": encode(instructions.segments, as: format),
                "tools": instructions.toolDefinitions.isEmpty
                    ? nil : .array(instructions.toolDefinitions.map(encode)),
            ])
        case .prompt(let prompt):
            .members([
                "role": .string("user"), "id": .string(prompt.id),
                "contents": encode(prompt.segments, as: format),
                "options": encode(prompt.options, as: format),
                "responseFormat": prompt.responseFormat.map(encode),
                "contextOptions": format == .version1 ? nil : encode(prompt.contextOptions),
                "metadata": encode(prompt.metadata, as: format),
            ])
        case .toolCalls(let calls):
            .members([
                "role": .string("response"), "id": .string(calls.id),
                "toolCalls": .array(calls.map { encode($0, as: format) }),
                "metadata": encode(calls.metadata, as: format),
            ])
        case .toolOutput(let output):
            .members([
                "role": .string("tool"), "id": .string(output.id), "toolCallID": .string(output.id),
                "toolName": .string(output.toolName), "contents": encode(output.segments, as: format),
            ])
        case .response(let response):
            .members([
                "role": .string("response"), "id": .string(response.id),
                "assets": format == .version1_1 && response.assetIDs.isEmpty
                    ? nil : .array(response.assetIDs.map(JSONValue.string)),
                "contents": encode(response.segments, as: format),
                "metadata": encode(response.metadata, as: format),
            ])
        case .reasoning(let reasoning):
            format == .version1
                ? nil
                : .members([
                    "role": .string("reasoning"), "id": .string(reasoning.id),
                    "contents": encode(reasoning.segments, as: format),
                    "signature": reasoning.signature.map { .string($0.base64EncodedString()) },
                    "metadata": encode(reasoning.metadata, as: format),
                ])
        case .data(let data): format == .version1 ? nil : encode(data)
        }
    }

    private static func decodeEntry(_ entry: JSONCursor) throws(JSONFormError) -> Transcript.Entry {
        let role = try entry.member("role")
        let id = try entry.member("id").string()
        switch try role.string() {
        case "instructions":
            return .instructions(
                Transcript.Instructions(
                    id: id, segments: try decodeSegments(entry), toolDefinitions: try decodeTools(entry)))
        case "user":
            var prompt = Transcript.Prompt(
                id: id, segments: try decodeSegments(entry), options: try decodeOptions(entry.optional("options")),
                responseFormat: try decodeResponseFormat(entry.optional("responseFormat")))
            prompt.contextOptions = try decodeContextOptions(entry.optional("contextOptions"))
            prompt.metadata = try decodeMetadata(entry)
            return .prompt(prompt)
        case "response":
            if let calls = try entry.optional("toolCalls") {
                var decoded = Transcript.ToolCalls(id: id, try decodeCalls(calls))
                decoded.metadata = try decodeMetadata(entry)
                return .toolCalls(decoded)
            }
            var response = Transcript.Response(
                id: id, assetIDs: try decodeAssets(entry), segments: try decodeSegments(entry))
            response.metadata = try decodeMetadata(entry)
            return .response(response)
        case "tool":
            return .toolOutput(
                Transcript.ToolOutput(
                    id: id, toolName: try entry.member("toolName").string(), segments: try decodeSegments(entry)))
        case "reasoning":
            var reasoning = Transcript.Reasoning(id: id, segments: try decodeSegments(entry))
            if let signature = try entry.optional("signature") { reasoning.signature = try bytes(signature) }
            reasoning.metadata = try decodeMetadata(entry)
            return .reasoning(reasoning)
        case "data": return .data(try decodeDataEntry(entry, id: id))
        case let unknown:
            throw role.error(
                "unknown role '\(unknown)'; instructions, user, response, tool, reasoning and data can be read",
                code: "role")
        }
    }

    /// The segments that the version has a form for.
    private static func encode(_ segments: [Transcript.Segment], as format: Transcript.Format) -> JSONValue {
        .array(segments.compactMap { encode($0, as: format) })
    }

    private static func decodeSegments(_ entry: JSONCursor) throws(JSONFormError) -> [Transcript.Segment] {
        var segments: [Transcript.Segment] = []
        for item in try entry.member("contents").elements() { segments.append(try decodeSegment(item)) }
        return segments
    }

    private static func decodeAssets(_ entry: JSONCursor) throws(JSONFormError) -> [String] {
        var assets: [String] = []
        for asset in try entry.optional("assets")?.elements() ?? [] { assets.append(try asset.string()) }
        return assets
    }

    static func encode(_ metadata: [String: GeneratedContent], as format: Transcript.Format) -> JSONValue? {
        guard format != .version1, !metadata.isEmpty else { return nil }
        let keys = metadata.keys.sorted { $0.unicodeScalarsPrecede($1) }
        return .object(keys.compactMap { key in metadata[key].map { JSONMember(key: key, value: $0.json) } })
    }

    static func decodeMetadata(_ entry: JSONCursor) throws(JSONFormError) -> [String: GeneratedContent] {
        guard let members = try entry.optional("metadata")?.members() else { return [:] }
        return Dictionary(
            members.map { ($0.key, GeneratedContent(json: $0.cursor.value)) }, uniquingKeysWith: { $1 })
    }
}
