// Transcripts that were damaged in every way: a damaged text is refused with a typed error, or reads as a transcript that
// is written back the same. Nothing else happens.

import Foundation
import FoundationModels
import TestSupport
import Testing

@Suite struct TranscriptFuzzTests {
    /// What becomes of a text that may be no transcript.
    private func check(_ text: String) {
        do {
            let transcript = try Transcript(json: text)
            for format in Transcript.Format.allCases {
                let written = transcript.canonicalJSON(format)
                let again = try Transcript(json: written)
                #expect(again.canonicalJSON(format) == written)
                if format == .version1_1 { #expect(again.map(\.id) == transcript.map(\.id)) }
            }
        } catch is JSONSyntaxError {
        } catch is JSONFormError {
        } catch {
            Issue.record("\(type(of: error)) for \(text)")
        }
    }

    @Test(arguments: Form.all) func damagedBytesAreRefusedOrRead(_ form: Form) {
        var random = SplitMix64(seed: 27)
        let bytes = Array(form.text.utf8)
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                case 1: damaged.remove(at: place)
                default: damaged.removeSubrange(place...)
                }
                if damaged.isEmpty { damaged = [0x5B] }
            }
            check(String(decoding: damaged, as: UTF8.self))
        }
    }

    @Test(arguments: Form.all) func misplacedValuesAreRefusedOrRead(_ form: Form) throws {
        var random = SplitMix64(seed: 26)
        let document = try JSONValue(parsing: form.text)
        for _ in 0..<400 {
            check(replacing(in: document, with: misfit(&random), chance: 0.03, &random).text(.compact))
        }
    }

    private func misfit(_ random: inout SplitMix64) -> JSONValue {
        let misfits: [JSONValue] = [
            .null, .bool(true), .integer(-1), .integer(UInt64.max), .string(""), .string("é\u{0}\u{1F30A}"), .array([]),
            .object([]), .array([.object([])]), .members(["type": .string("attachment"), "id": .string("x")]),
        ]
        return misfits[Int.random(in: 0..<misfits.count, using: &random)]
    }

    private func replacing(
        in value: JSONValue, with misfit: JSONValue, chance: Double, _ random: inout SplitMix64
    ) -> JSONValue {
        guard Double.random(in: 0..<1, using: &random) >= chance else { return misfit }
        switch value {
        case .array(let elements):
            return .array(elements.map { replacing(in: $0, with: misfit, chance: chance, &random) })
        case .object(let members):
            return .object(
                members.map {
                    JSONMember(key: $0.key, value: replacing(in: $0.value, with: misfit, chance: chance, &random))
                })
        default: return value
        }
    }
}
