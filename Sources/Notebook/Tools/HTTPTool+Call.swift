// Requests to a fixed host, through curl as the machine has it: the product has no library for HTTP, and fetches weights the
// same way. What is secret reaches curl by its standard input, where no list of processes shows it.

internal import FoundationModels
internal import Platform

extension HTTPTool {
    /// `{{ NAME }}` in a header.
    static var secretPattern: Regex<(Substring, Substring)> { #/\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/# }
}

/// The address of an http tool, with its placeholders.
struct HTTPAddress {
    struct Problem: Error {
        var reason: String
    }

    private enum Piece {
        case text(String)
        case argument(String)
    }

    private var pieces: [Piece] = []
    let host: String

    init(_ text: String) throws(Problem) {
        guard let match = text.wholeMatch(of: #/(https?):\/\/([^\/?#\s]+)([\/?][^#\s]*)?/#) else {
            throw Problem(reason: "'\(text)' is no address; write https://host/path")
        }
        host = String(match.2)
        guard !host.contains(#/[{}@\\]/#) else {
            throw Problem(reason: "the host of an http tool is fixed, and holds no placeholder and no user")
        }
        pieces.append(.text("\(match.1)://\(match.2)"))
        var rest = match.3 ?? "/"
        while let open = rest.firstIndex(of: "{") {
            pieces.append(.text(String(rest[..<open])))
            guard let close = rest[open...].firstIndex(of: "}"), rest.index(after: open) < close else {
                throw Problem(reason: "a placeholder is '{' a parameter's name '}'")
            }
            pieces.append(.argument(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { throw Problem(reason: "a '}' without a '{'") }
        pieces.append(.text(String(rest)))
    }

    var placeholders: [String] {
        pieces.compactMap { if case .argument(let name) = $0 { name } else { nil } }
    }

    /// The address for a call: every value encoded, so that it can neither end its place nor lead elsewhere.
    func text(_ arguments: JSONValue) throws(Problem) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let fixed): text += fixed
            case .argument(let name):
                let value: String
                switch arguments[name] {
                case .string(let string)?: value = string
                case nil: throw Problem(reason: "there is no argument '\(name)'")
                case let other?: value = other.text(.compact)
                }
                guard !value.isEmpty, value != ".", value != ".." else {
                    throw Problem(reason: "the argument '\(name)' is '\(value)', which no part of an address can be")
                }
                text += Self.encoded(value)
            }
        }
        return text
    }

    /// Everything but the unreserved characters of RFC 3986, percent-encoded.
    private static func encoded(_ value: String) -> String {
        value.utf8.map { byte in
            let isFree =
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "-._~".utf8.contains(byte)
            if isFree { return String(decoding: [byte], as: UTF8.self) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

extension ExternalCall {
    /// The body of an answer; of one whose status is no success, status and body as an object.
    func output(of http: HTTPTool, isCancelled: () -> Bool) throws -> String {
        let address: String
        let used: [String]
        do throws(HTTPAddress.Problem) {
            let template = try HTTPAddress(http.url)
            used = template.placeholders
            address = try template.text(call.arguments)
        } catch {
            return FixtureTool.Answer.error(.string(error.reason)).text
        }
        var lines = [
            "url = \(Self.quoted(address))", "request = \(Self.quoted(http.method))", "globoff", "path-as-is", "silent",
            "show-error", "proto = \"=http,https\"", "write-out = \"\\n%{http_code}\"",
            "header = \"User-Agent: prompt-notebook\"",
        ]
        for header in http.headers {
            lines.append("header = \(Self.quoted("\(header.name): \(try filled(header.value))"))")
        }
        if case .object(let members) = call.arguments, http.method != "GET", http.method != "DELETE" {
            let body = JSONValue.object(members.filter { !used.contains($0.key) }).text(.compact)
            lines.append("header = \"Content-Type: application/json\"")
            lines.append("data-raw = \(Self.quoted(body))")
        }
        // `--disable` must come first: no file of the user changes what the request is.
        let command = CommandTool(
            argv: ["curl", "--disable", "--config", "-"], environment: [], timeout: http.timeout,
            maxOutput: http.maxOutput)
        let program = try started(command)
        program.write(Array((lines.joined(separator: "\n") + "\n").utf8), closing: true)
        // The status comes behind the body, and so with the tail of a long one.
        var finished = FinishedProgram(maxOutput: http.maxOutput + 4)
        try finished.take(all: program, until: .now + http.timeout, isCancelled: isCancelled) {
            ToolFailure.deadline(tool: tool.name.value, limit: http.timeout)
        }
        guard finished.end == .exit(0) else {
            let reason = finished.complaint.split(separator: "\n").last.map(String.init) ?? "curl failed"
            return FixtureTool.Answer.error(.string(scrubber.scrubbed(reason))).text
        }
        // Before it goes into an object, which would escape what is escaped already.
        let text = scrubber.scrubbed(finished.outputText)
        guard let end = text.lastIndex(of: "\n"), let status = Int(text[text.index(after: end)...]) else {
            return text
        }
        let body = String(text[..<end])
        if (200..<300).contains(status) { return body }
        return JSONValue.members(["status": .integer(status), "body": .string(body)]).text(.spaced)
    }

    /// A header with its secrets.
    private func filled(_ value: String) throws(ToolFailure) -> String {
        var text = ""
        var rest = value[...]
        while let match = rest.firstMatch(of: HTTPTool.secretPattern) {
            let secret = try secret(String(match.1))
            guard !secret.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                throw .argument(tool: tool.name.value, reason: "the secret '\(match.1)' has more than one line")
            }
            text += rest[..<match.range.lowerBound] + secret
            rest = rest[match.range.upperBound...]
        }
        return text + rest
    }

    /// A value as curl's configuration has it.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("\r", with: "\\r").replacing("\t", with: "\\t") + "\""
    }
}
