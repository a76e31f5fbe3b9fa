// A Model Context Protocol server over stdio: JSON-RPC 2.0, a message a line. A server is started for each call and ends
// with it, so that no call finds what another has left. Reference: the specification of the protocol, revision 2025-06-18.

internal import FoundationModels
internal import Platform

/// A conversation with one server.
struct MCPClient: ~Copyable {
    /// The revision that is asked for. A server may answer with another one; what is used here is in all of them.
    private static let revision = "2025-06-18"
    /// Bytes of one message at most.
    private static let messageLimit = 16 << 20

    private let program: SupervisedProcess
    private let name: String
    private let limit: Duration
    private let deadline: ContinuousClock.Instant
    private var buffer: [UInt8] = []
    private var nextID = 1

    /// Greets a server.
    ///
    /// - Parameter limit: for the whole conversation.
    init(_ program: SupervisedProcess, name: String, limit: Duration, isCancelled: () -> Bool) throws {
        self.program = program
        self.name = name
        self.limit = limit
        deadline = .now + limit
        _ = try request(
            "initialize",
            .members([
                "protocolVersion": .string(Self.revision), "capabilities": .object([]),
                "clientInfo": .members(["name": .string("prompt-notebook"), "version": .string("1")]),
            ]), isCancelled)
        send(.members(["jsonrpc": .string("2.0"), "method": .string("notifications/initialized")]))
    }

    /// The functions that the server has, in its order.
    mutating func functions(_ isCancelled: () -> Bool) throws -> [MCPFunction] {
        var found: [MCPFunction] = []
        var cursor: JSONValue?
        repeat {
            let result = try request("tools/list", .members(["cursor": cursor]), isCancelled)
            guard case .array(let tools)? = result["tools"] else { throw broken("lists no tools") }
            for tool in tools {
                guard let function = MCPFunction(tool) else { throw broken("lists a tool without name or schema") }
                found.append(function)
            }
            guard found.count <= 200 else { throw broken("lists more than 200 tools") }
            cursor = result["nextCursor"] == .null ? nil : result["nextCursor"]
        } while cursor != nil
        return found
    }

    /// What a function says; where it says that it failed, as an error.
    mutating func call(
        _ function: String, _ arguments: JSONValue, _ scrubber: SecretScrubber, _ isCancelled: () -> Bool
    ) throws -> String {
        let result = try request(
            "tools/call", .members(["name": .string(function), "arguments": arguments]), isCancelled)
        guard case .array(let contents)? = result["content"] else { throw broken("answers a call without content") }
        let texts = contents.map { content -> String in
            if case .string(let text)? = content["text"] { return text }
            guard case .string(let type)? = content["type"] else { return "[content]" }
            return "[\(type) content]"
        }
        let text = scrubber.scrubbed(texts.joined(separator: "\n"))
        return result["isError"] == .bool(true) ? FixtureTool.Answer.error(.string(text)).text : text
    }

    /// Ends the server.
    consuming func close() { program.kill() }

    private func broken(_ reason: String) -> ToolFailure { .protocolBroken(tool: name, reason: reason) }

    private func send(_ message: JSONValue) {
        program.write(Array((message.text(.compact) + "\n").utf8))
    }

    /// The result of a request. What the server says beside it is passed over; what it asks is refused.
    private mutating func request(
        _ method: String, _ parameters: JSONValue, _ isCancelled: () -> Bool
    ) throws -> JSONValue {
        let id = nextID
        nextID += 1
        send(
            .members([
                "jsonrpc": .string("2.0"), "id": .integer(id), "method": .string(method), "params": parameters,
            ]))
        while true {
            let message = try message(isCancelled)
            if case .string(let asked)? = message["method"] {
                if let asker = message["id"] {
                    let error = JSONValue.members(["code": .integer(-32601), "message": .string("no \(asked) here")])
                    send(.members(["jsonrpc": .string("2.0"), "id": asker, "error": error]))
                }
                continue
            }
            guard message["id"] == .integer(id) else { continue }
            if let error = message["error"] {
                let reason = if case .string(let text)? = error["message"] { text } else { error.text(.spaced) }
                throw broken("refuses '\(method)': \(reason)")
            }
            guard let result = message["result"] else { throw broken("answers '\(method)' without a result") }
            return result
        }
    }

    /// The next message of the server.
    private mutating func message(_ isCancelled: () -> Bool) throws -> JSONValue {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) else { continue }
                guard let json = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)) else {
                    throw broken("says something that is no JSON")
                }
                return json
            }
            switch program.next(before: deadline, isCancelled: isCancelled) {
            case .output(let piece):
                buffer += piece
                guard buffer.count <= Self.messageLimit else { throw broken("says more than is read") }
            case .errors, .inputClosed: break
            case .ended: throw broken("has ended before its answer")
            case .timedOut:
                program.kill()
                if isCancelled() { throw CancellationError() }
                throw ToolFailure.deadline(tool: name, limit: limit)
            }
        }
    }
}

/// A function as a server describes it.
struct MCPFunction: Equatable {
    var name: String
    var description: String
    var inputSchema: JSONValue

    /// nil where name or schema are wanting.
    init?(_ json: JSONValue) {
        guard case .string(let name)? = json["name"], let schema = json["inputSchema"] else { return nil }
        self.name = name
        if case .string(let text)? = json["description"] { description = text } else { description = "" }
        inputSchema = schema
    }

    var json: JSONValue {
        .members(["name": .string(name), "description": .string(description), "inputSchema": inputSchema])
    }
}

extension ExternalCall {
    /// The answer of a server whose tools are those that were approved.
    func serverOutput(_ server: CommandTool, isCancelled: () -> Bool) throws -> String {
        guard !tool.functions.isEmpty else {
            throw ToolFailure.notListed(tool: tool.name.value, playground: document.path)
        }
        var client = try MCPClient(
            try started(server), name: tool.name.value, limit: server.timeout, isCancelled: isCancelled)
        let listed = try client.functions(isCancelled)
        guard
            PinnedTools(listed)
                == (try? PinnedTools(at: PlaygroundPaths(source: document.path).pinnedTools(tool.name.value)))
        else { throw ToolFailure.serverChanged(tool: tool.name.value, playground: document.path) }
        let text = try client.call(call.function, call.arguments, scrubber, isCancelled)
        client.close()
        return OutputShape(maxOutput: server.maxOutput).text(of: Array(text.utf8))
    }
}

extension PlaygroundDocument {
    /// Asks the servers of a playground what they can do. Starts programs: only for a user who has approved them.
    ///
    /// - Returns: the bytes of the files that pin the answers, by path.
    package func listServers(_ environment: ToolEnvironment) async throws -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        for tool in tools {
            guard case .mcp(let server) = tool.kind else { continue }
            let call = CellTools.Call(function: "", arguments: .object([]), number: 0)
            let external = ExternalCall(
                tool: tool, call: call, environment: environment, document: self,
                scrubber: SecretScrubber(names: secrets.map(\.value), variables: environment.variables))
            for file in tool.files { _ = try ToolFiles.bytes(of: file, tool: tool) }
            let text = try await onThread { isCancelled in
                var client = try MCPClient(
                    try external.started(server), name: tool.name.value, limit: server.timeout, isCancelled: isCancelled
                )
                let listed = try client.functions(isCancelled)
                client.close()
                return PinnedTools(listed).text
            }
            files.append((PlaygroundPaths(source: path).pinnedTools(tool.name.value), Array(text.utf8)))
        }
        return files
    }
}
