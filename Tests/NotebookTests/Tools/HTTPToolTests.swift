// Requests of http tools: addresses that stay what they are, and a real server on this machine.

import Foundation
import FoundationModels
import Platform
import TestSupport
import Testing

@testable import Notebook

@Suite("HTTP tools")
struct HTTPToolTests {
    @Test("encode arguments so that none leads elsewhere")
    func addresses() throws {
        let address = try HTTPAddress("https://example.com/a/{x}?q={y}&z={n}")
        #expect(address.placeholders == ["x", "y", "n"])
        let arguments = try JSONValue(parsing: #"{"x": "../b?c#d/é", "y": "a&b=c +%", "n": 1.5}"#)
        #expect(
            try address.text(arguments)
                == "https://example.com/a/..%2Fb%3Fc%23d%2F%C3%A9?q=a%26b%3Dc%20%2B%25&z=1.5")
        for wrong in [#"{"y": "a", "n": 1}"#, #"{"x": "..", "y": "a", "n": 1}"#, #"{"x": "", "y": "a", "n": 1}"#] {
            #expect(throws: HTTPAddress.Problem.self) { try address.text(JSONValue(parsing: wrong)) }
        }
        for wrong in [
            "https://{h}/x", "https://a@b/x", "file:///etc/passwd", "https://a/{", "https://a/}", "https://a/{}",
            "https://a b/", "https://a/#x", "http:///x", #"https://a\b/"#,
        ] {
            #expect(throws: HTTPAddress.Problem.self, "\(wrong)") { try HTTPAddress(wrong) }
        }
    }

    /// Answers with what it was asked; 404 below /none, slowly below /slow, elsewhere than asked below /away.
    private static let server = """
        import http.server, json, sys, time
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
                if self.path.startswith('/slow'): time.sleep(30)
                status = 404 if self.path.startswith('/none') else 302 if self.path.startswith('/away') else 200
                text = json.dumps([self.command, self.path, self.headers.get('Authorization'), body]).encode()
                self.send_response(status)
                if status == 302: self.send_header('Location', '/here')
                self.send_header('Content-Length', str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            do_GET = do_POST = answer
            def log_message(self, *a): pass
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    @Test("ask what the file says, with secrets in headers alone")
    func requests() async throws {
        let environment = ProcessInfo.processInfo.environment
        let python = try #require(ProgramSearch(environment).path(of: "python3"))
        let process = try SupervisedProcess(
            python, ["python3", "-c", Self.server], environment: environment, folder: "/")
        defer { process.kill() }
        var port = ""
        if case .output(let line) = process.next(before: .now + .seconds(30)) {
            port = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        try #require(Int(port) != nil)
        var variables = environment
        variables["TOKEN"] = #"to"k\en 42"#
        func answer(_ path: String, method: String = "GET", timeout: String = "5s") async throws -> String {
            let workspace = try Workspace(
                """
                playground: 1
                model: fake
                secrets: [TOKEN]
                tools:
                  stock:
                    kind: http
                    description: Copies left.
                    parameters: {type: object, properties: {sku: {type: string}, n: {type: integer}}, required: [sku, n]}
                    method: \(method)
                    url: "http://127.0.0.1:\(port)\(path)"
                    headers: {Authorization: "Bearer {{ TOKEN }}"}
                    timeout: \(timeout)
                cells:
                  - {id: left, tools: [stock], prompt: How many?}

                """)
            let lines = try await workspace.run(
                CallingModels(calling: [("stock", #"{"sku": "a/b", "n": 3}"#)]), variables: variables)
            let scrubber = SecretScrubber(names: ["TOKEN"], variables: variables)
            for name in workspace.folder.files() {
                #expect(scrubber.secret(in: try workspace.folder.text(of: name)) == nil)
            }
            return try workspace.entry("left")?.content ?? lines[0]
        }
        #expect(try await answer("/x/{sku}") == #"["GET", "/x/a%2Fb", "Bearer [secret TOKEN]", ""]"#)
        #expect(
            try await answer("/x?s={sku}", method: "POST")
                == #"["POST", "/x?s=a%2Fb", "Bearer [secret TOKEN]", "{\"n\":3}"]"#)
        #expect(try await answer("/none").hasPrefix(#"{"status": 404, "body": "[\"GET\", \"/none\""#))
        #expect(try await answer("/away").hasPrefix(#"{"status": 302, "body": "[\"GET\", \"/away\""#))
        #expect(
            try await answer("/slow", timeout: "500ms").hasSuffix(
                "took longer than 500ms, and was ended [tool.deadline]"))
    }
}
