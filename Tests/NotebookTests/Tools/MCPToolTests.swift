// Servers of the Model Context Protocol: a small one of the test's own that can misbehave, and a real one where it is installed.

import Foundation
import FoundationModels
import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite("MCP tools")
struct MCPToolTests {
    private static let server = #"""
        import json, sys, time
        mode = open('mode').read().strip()
        def send(message): print(json.dumps(message), flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            if 'id' not in message or 'method' not in message: continue
            method, id = message['method'], message['id']
            if mode == 'garbage': print('hello', flush=True); continue
            if mode == 'hang': time.sleep(60)
            if mode == 'exit': sys.exit(1)
            if method == 'initialize':
                send({'jsonrpc': '2.0', 'method': 'notifications/message', 'params': {}})
                send({'jsonrpc': '2.0', 'id': 'q', 'method': 'roots/list'})
                result = {'protocolVersion': '2025-06-18', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 't'}}
            elif method == 'tools/list':
                page = message['params'].get('cursor')
                tool = {'name': 'second' if page else 'first', 'description': 'Say ' + mode,
                        'inputSchema': {'type': 'object', 'properties': {'x': {'type': 'string'}}, 'required': ['x']}}
                result = {'tools': [tool]} if page else {'tools': [tool], 'nextCursor': 'more'}
            else:
                args = message['params']
                result = {'content': [{'type': 'text', 'text': args['name'] + ' ' + args['arguments']['x']}, {'type': 'image'}],
                          'isError': args['arguments']['x'] == 'bad'}
            send({'jsonrpc': '2.0', 'id': id, 'result': result})
        """#

    private static let source = """
        playground: 1
        model: fake
        tools:
          two:
            kind: mcp
            argv: [python3, ./server.py]
            timeout: 5s
        cells:
          - {id: a, tools: [two], prompt: Go.}

        """

    private var environment: ToolEnvironment {
        var environment = ToolEnvironment()
        environment.variables = ProcessInfo.processInfo.environment
        return environment
    }

    private func pin(_ workspace: Workspace) async throws {
        for (path, bytes) in try await workspace.document().listServers(environment) {
            try FileManager.default.createDirectory(
                atPath: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)),
                withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: path))
        }
    }

    @Test("are listed once, pinned, and called")
    func calls() async throws {
        let workspace = try Workspace(Self.source)
        try workspace.folder.write(Self.server, to: "server.py")
        try workspace.folder.write("good", to: "mode")
        let models = CallingModels(calling: [("first", #"{"x": "one"}"#), ("second", #"{"x": "bad"}"#)])
        #expect(try workspace.plan(FakeModels()) == ["a needs-trust: the tool 'two' needs trust"])
        let refused = try await workspace.run(models, variables: environment.variables)
        #expect(refused[0].contains("the server 'two' has not been asked what it can do"))
        try await pin(workspace)
        #expect(try workspace.document().tools.flatMap(\.functions).map(\.name) == ["first", "second"])
        #expect(try await workspace.run(models, variables: environment.variables) == ["a ran"])
        #expect(
            try workspace.entry("a")?.calls.map(\.output) == [
                "first one\n[image content]", #"{"error": "second bad\n[image content]"}"#,
            ])
        #expect(try await workspace.run(models, isTrusted: false, isForced: true) == ["a ran, same"])
        // A server that says other things of its tools than it did.
        try workspace.folder.write("evil", to: "mode")
        let changed = try await workspace.run(models, variables: environment.variables, mode: .live, isForced: true)
        #expect(changed[0].contains("the server 'two' says other things of its tools than were approved"))
    }

    @Test(
        "that break the protocol fail the cell, in time",
        arguments: [
            ("garbage", "the server 'two' says something that is no JSON [tool.protocol]"),
            ("exit", "the server 'two' has ended before its answer [tool.protocol]"),
            ("hang", "the tool 'two' took longer than 1s, and was ended [tool.deadline]"),
        ])
    func broken(mode: String, message: String) async throws {
        let workspace = try Workspace(Self.source.replacing("5s", with: "1s"))
        try workspace.folder.write(Self.server, to: "server.py")
        try workspace.folder.write(mode, to: "mode")
        await #expect {
            _ = try await workspace.document().listServers(environment)
        } throws: { "\($0)" == message }
    }

    /// `pip install mcp-server-git`
    private static let gitServer =
        ProcessInfo.processInfo.environment["PLAYGROUND_TEST_MCP_GIT"]
        ?? ProgramSearch(ProcessInfo.processInfo.environment).path(of: "mcp-server-git")

    @Test("include mcp-server-git", .enabled(if: gitServer != nil, "mcp-server-git is not installed"))
    func git() async throws {
        let path = try #require(Self.gitServer)
        let workspace = try Workspace(
            Self.source.replacing("[python3, ./server.py]", with: "[\(path)]").replacing(
                "timeout: 5s", with: "timeout: 60s"))
        let folder = workspace.folder.path
        let end = try ChildProcess.run(
            "/usr/bin/env", ["git", "-C", folder, "init", "-q", "-b", "reef"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder], isCancelled: { false }, tick: {}, output: { _ in })
        try #require(end.status == 0)
        try await pin(workspace)
        let names = try workspace.document().tools.flatMap(\.functions).map(\.name)
        #expect(names.contains("git_status") && names.contains("git_diff_staged"))
        // What a model asks of it is recorded, and replayed without it.
        let models = CallingModels(calling: [("git_status", #"{"repo_path": "\#(folder)"}"#)])
        #expect(try await workspace.run(models, variables: environment.variables) == ["a ran"])
        #expect(try workspace.entry("a")?.content.contains("On branch reef") == true)
        #expect(try await workspace.run(models, variables: [:], isTrusted: false, isForced: true) == ["a ran, same"])
    }

    /// `pip install mcp-server-time`
    private static let timeServer =
        ProcessInfo.processInfo.environment["PLAYGROUND_TEST_MCP_TIME"]
        ?? ProgramSearch(ProcessInfo.processInfo.environment).path(of: "mcp-server-time")

    @Test("include mcp-server-time", .enabled(if: timeServer != nil, "mcp-server-time is not installed"))
    func time() async throws {
        let path = try #require(Self.timeServer)
        let workspace = try Workspace(
            Self.source.replacing("[python3, ./server.py]", with: "[\(path), --local-timezone=UTC]")
                .replacing("timeout: 5s", with: "timeout: 30s\n    volatile: [/datetime, /day_of_week, /is_dst]"))
        try await pin(workspace)
        let models = CallingModels(calling: [("get_current_time", #"{"timezone": "Europe/Paris"}"#)])
        #expect(try await workspace.run(models, variables: environment.variables) == ["a ran"])
        #expect(
            try workspace.entry("a")?.content
                == #"{"timezone": "Europe/Paris", "datetime": "[volatile]", "day_of_week": "[volatile]", "is_dst": "[volatile]"}"#
        )
    }
}
