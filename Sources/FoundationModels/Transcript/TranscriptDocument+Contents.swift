// The inner shapes of Apple's JSON form of a transcript: segments, tools, calls and formats of responses.

extension TranscriptDocument {
    /// Nil for a segment that the version has no form for.
    static func encode(_ segment: Transcript.Segment, as format: Transcript.Format = .version1_1) -> JSONValue? {
        switch segment {
        case .text(let segment):
            .members(["type": .string("text"), "id": .string(segment.id), "text": .string(segment.content)])
        case .structure(let segment):
            .members([
                "type": .string("structure"), "id": .string(segment.id),
                "structure": .members(["source": .string(segment.schemaName), "content": segment.content.json]),
            ])
        case .attachment(let segment): format == .version1 ? nil : encode(segment)
        }
    }

    static func decodeSegment(_ item: JSONCursor) throws(JSONFormError) -> Transcript.Segment {
        let type = try item.member("type")
        let id = try item.member("id").string()
        switch try type.string() {
        case "text":
            return .text(Transcript.TextSegment(id: id, content: try item.member("text").string()))
        case "structure":
            let structure = try item.member("structure")
            // Null is a content, not the lack of one.
            guard let content = structure.value["content"] else {
                throw structure.error("the key 'content' is missing", code: "key")
            }
            return .structure(
                Transcript.StructuredSegment(
                    id: id, schemaName: try structure.member("source").string(),
                    content: GeneratedContent(json: content)))
        case "attachment": return .attachment(try decodeAttachment(item, id: id))
        case let unknown:
            throw type.error(
                "unknown content '\(unknown)'; text, structure and attachment can be read", code: "content")
        }
    }

    static func encode(_ tool: Transcript.ToolDefinition) -> JSONValue {
        .members([
            "type": .string("function"),
            "function": .members([
                "name": .string(tool.name), "description": .string(tool.description),
                "parameters": tool.parameters.document,
            ]),
        ])
    }

    static func decodeTools(_ entry: JSONCursor) throws(JSONFormError) -> [Transcript.ToolDefinition] {
        var tools: [Transcript.ToolDefinition] = []
        for item in try entry.optional("tools")?.elements() ?? [] {
            let function = try item.member("function")
            tools.append(
                Transcript.ToolDefinition(
                    name: try function.member("name").string(),
                    description: try function.member("description").string(),
                    parameters: GenerationSchema(document: try function.member("parameters").value)))
        }
        return tools
    }

    static func encode(_ call: Transcript.ToolCall, as format: Transcript.Format) -> JSONValue {
        .members([
            "id": .string(call.id), "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString),
            "metadata": encode(call.metadata, as: format),
        ])
    }

    static func decodeCalls(_ calls: JSONCursor) throws(JSONFormError) -> [Transcript.ToolCall] {
        var decoded: [Transcript.ToolCall] = []
        for call in try calls.elements() {
            let arguments = try call.member("arguments")
            let content: JSONValue
            do {
                content = try JSONValue(parsing: try arguments.string())
            } catch let error as JSONFormError {
                throw error
            } catch {
                throw arguments.error("the text of the arguments is no JSON: \(error)", code: "arguments")
            }
            var decodedCall = Transcript.ToolCall(
                id: try call.member("id").string(), toolName: try call.member("name").string(),
                arguments: GeneratedContent(json: content))
            decodedCall.metadata = try decodeMetadata(call)
            decoded.append(decodedCall)
        }
        return decoded
    }

    static func encode(_ format: Transcript.ResponseFormat) -> JSONValue {
        .members([
            "type": .string("jsonSchema"),
            "jsonSchema": .members(["name": .string(format.name), "schema": format.schema.document]),
        ])
    }

    static func decodeResponseFormat(_ format: JSONCursor?) throws(JSONFormError) -> Transcript.ResponseFormat? {
        guard let format else { return nil }
        let schema = try format.member("jsonSchema")
        var decoded = Transcript.ResponseFormat(
            schema: GenerationSchema(document: try schema.member("schema").value))
        decoded.name = try schema.member("name").string()
        return decoded
    }
}
