// What gives a secret away, in all the ways that writers encode text.

import Foundation
import Testing

@testable import Notebook

@Suite("SecretScrubber")
struct SecretScrubberTests {
    /// Random secrets within random text, encoded as programs encode.
    @Test("finds a secret in every form, at every place")
    func forms() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("abcXYZ019 /+=?&%\"\\-_~.,;:<>\n\té€😀")
        for _ in 0..<300 {
            let secret = String((0..<Int.random(in: 6...24)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
            guard secret.utf8.count >= SecretScrubber.shortest else { continue }
            let scrubber = SecretScrubber(names: ["S"], variables: ["S": secret])
            func text() -> String { String((0..<Int.random(in: 0...9)).map { _ in "klm".randomElement() ?? "k" }) }
            let head = text()
            let tail = text()
            let free = CharacterSet(charactersIn: "abcXYZ019-_~.")
            let json = String(decoding: try JSONEncoder().encode([secret]), as: UTF8.self).dropFirst(2).dropLast(2)
            let forms = [
                secret, Data((head + secret + tail).utf8).base64EncodedString(),
                Data((head + secret + tail).utf8).base64EncodedString().replacing("+", with: "-").replacing(
                    "/", with: "_"),
                secret.addingPercentEncoding(withAllowedCharacters: free) ?? "",
                secret.addingPercentEncoding(withAllowedCharacters: free)?.lowercased() ?? "",
                secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "", String(json),
                secret.utf8.map { String(format: "%02x", $0) }.joined(),
                secret.utf8.map { String(format: "%02X", $0) }.joined(),
            ]
            for (index, form) in forms.enumerated() where index != 4 || secret == secret.lowercased() {
                let whole = head + form + tail
                #expect(scrubber.secret(in: whole) == "S", "form \(index) of \(secret.debugDescription)")
                let scrubbed = scrubber.scrubbed(whole)
                #expect(scrubber.secret(in: scrubbed) == nil)
                #expect(scrubbed.contains("S"))
            }
        }
    }

    @Test("leaves other text alone")
    func others() {
        let scrubber = SecretScrubber(names: ["A", "B"], variables: ["A": "hunter2!", "B": ""])
        let text = "hunter2 and hunter3! and %68 and aHVudGVy"
        #expect(scrubber.scrubbed(text) == text)
        #expect(scrubber.scrubbed("x hunter2! y") == "x [secret A] y")
        #expect(SecretScrubber(names: ["B"], variables: ["B": "abc"]).isEmpty)
    }
}
