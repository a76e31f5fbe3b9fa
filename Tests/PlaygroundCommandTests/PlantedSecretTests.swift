// A secret that a tool tells in every form it can: it is nowhere afterwards, neither in what was written nor in what was said.

import Foundation
import Notebook
import TestSupport
import Testing

@testable import PlaygroundCLI

@Suite("Planted secrets")
struct PlantedSecretTests {
    private static let secret = "s3cret/+value&é-tail"
    private let command: ToolCommand
    private var folder: ScratchFolder { command.folder }
    private var path: String { folder["desk.playground.yaml"] }

    init() throws {
        var command = try ToolCommand()
        command.variables = ["TOKEN": Self.secret]
        self.command = command
    }

    /// Texts that give the secret away, made without the code under test.
    private static var forms: [String] {
        let bytes = Data(secret.utf8)
        var forms = [secret, bytes.map { String(format: "%02x", $0) }.joined()]
        for shift in 0..<3 {
            // The digits of base64 that depend on the secret alone, wherever it begins.
            let whole = (Data(repeating: 0x61, count: shift) + bytes + Data(repeating: 0x62, count: 3))
                .base64EncodedString()
            let first = (shift * 8 + 5) / 6
            let count = ((shift + bytes.count) * 8) / 6 - first
            let digits = String(whole.dropFirst(first).prefix(count))
            forms += [digits, digits.replacing("+", with: "-").replacing("/", with: "_")]
        }
        for free in ["", "-._~"] {
            let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            let form =
                secret.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: letters + free)) ?? ""
            forms += [form, form.lowercased()]
        }
        return forms
    }

    /// Where a secret stands: files of the folder, and what was said.
    private func places(in said: String) throws -> [String] {
        var found: [String] = []
        func look(at text: String, _ place: String) {
            let lowercased = text.lowercased()
            for form in Self.forms where text.contains(form) || lowercased.contains(form.lowercased()) {
                found.append("\(place): \(form)")
            }
        }
        for name in folder.files() where name != "tell.py" {
            look(at: String(decoding: try Data(contentsOf: URL(filePath: folder[name])), as: UTF8.self), name)
        }
        look(at: said, "said")
        return found
    }

    @Test("are in no file and in no word, whatever a tool says and a verb shows")
    func everywhere() async throws {
        try folder.write(
            """
            import base64, os, sys, urllib.parse
            s = os.environ['TOKEN']
            b = s.encode()
            print('plain', s)
            for k in range(3): print('base64', base64.b64encode(b'a' * k + b + b'bbb').decode())
            print('base64url', base64.urlsafe_b64encode(b).decode())
            print('percent', urllib.parse.quote(s, safe=''), urllib.parse.quote_plus(s))
            print('hex', b.hex(), b.hex().upper())
            print('error', s, file=sys.stderr)
            sys.exit(3)
            """, to: "tell.py")
        try folder.write(
            """
            playground: 1
            model: fake
            secrets: [TOKEN]
            params: {word: {type: string, default: ''}}
            tools:
              tell:
                kind: command
                description: Call it always.
                parameters: {type: object, properties: {x: {type: string}}, required: [x]}
                argv: [python3, ./tell.py]
                env: [TOKEN]
            cells:
              - {id: told, tools: [tell], prompt: "Go {{ word }}", record: {snapshots: true}, expect: [{contains: none}]}
              - {id: more, continues: told, prompt: On}
              - {id: again, prompt: "Say {{ cells.told.content }}"}

            """, to: "desk.playground.yaml")
        #expect(try !places(in: Self.secret).isEmpty)
        var said = ""
        for words in [
            ["trust", "--yes", path], ["run", path], ["run", "--json", "--force", "--tools", "live", path],
            ["list", path],
            ["show", path], ["show", "--json", path], ["show", "--transcript", "\(path)#told"],
            ["log", "\(path)#told"],
            ["check", "--report", "junit=\(folder["junit.xml"])", path], ["check", "--live", path],
            ["check", "--report", "github", path], ["report", "-o", folder["page.html"], path],
            ["ask", "\(path)#more", "What was it?"], ["export", "--to", "swift", path],
            ["export", "--to", "openai", path], ["export", "--to", "markdown", path], ["diff", path],
            ["diff", "--markdown", path],
        ] {
            let output = await command.run(words)
            said += output.out + output.err
        }
        #expect(said.contains("[secret TOKEN]"))
        #expect(folder.files().contains("desk.outputs.yaml") && folder.files().contains("page.html"))
        #expect(try folder.text(of: "desk.outputs.yaml").contains("[secret TOKEN]"))
        #expect(try places(in: said) == [])
    }

    @Test("that a user gives in a parameter are not asked, not written, and not repeated in the error")
    func parameter() async throws {
        try folder.write(
            """
            playground: 1
            model: fake
            secrets: [TOKEN]
            params: {word: {type: string, default: ''}}
            cells:
              - {id: told, prompt: "Go {{ word }}"}

            """, to: "desk.playground.yaml")
        for form in [Self.secret, Data(Self.secret.utf8).base64EncodedString()] {
            let run = await command.run(["run", "-p", "word=\(form)", path])
            #expect(run.status == 4)
            #expect(run.err.contains("TOKEN"))
            #expect(try places(in: run.out + run.err) == [])
        }
    }
}
