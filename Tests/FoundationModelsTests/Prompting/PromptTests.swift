// Prompts and instructions from builders: which lines they come to.

import FoundationModels
import Testing

@Suite struct PromptTests {
    struct Address: PromptRepresentable, InstructionsRepresentable {
        var street: String
        var note: String?

        var promptRepresentation: Prompt {
            "Street: \(street)"
            if let note { "Note: \(note)" }
        }

        var instructionsRepresentation: Instructions {
            "Street: \(street)"
            if let note { "Note: \(note)" }
        }
    }

    @Test func piecesStandOnALineEach() {
        let prompt = Prompt {
            "Write to:"
            Address(street: "Quai 1", note: "ring twice")
            ["Bye", "now"]
        }
        #expect(prompt.text == "Write to:\nStreet: Quai 1\nNote: ring twice\nBye\nnow")
    }

    @Test(arguments: [true, false]) func aFalseConditionAddsNoLine(_ isLong: Bool) {
        let prompt = Prompt {
            "Explain."
            if isLong { "At length." }
            "Now."
        }
        #expect(prompt.text == (isLong ? "Explain.\nAt length.\nNow." : "Explain.\nNow."))
    }

    @Test(arguments: [0, 1, 2]) func branchesAndLoopsAreFollowed(_ count: Int) {
        let instructions = Instructions {
            switch count {
            case 0: "None."
            case 1: Address(street: "Quai 1")
            default:
                for number in 0..<count { "Number \(number)" }
            }
        }
        #expect(instructions.text == ["None.", "Street: Quai 1", "Number 0\nNumber 1"][count])
    }

    @Test func anErrorInABuilderIsThrown() {
        struct Missing: Error {}
        func text() throws -> String { throw Missing() }
        #expect(throws: Missing.self) { try Prompt { try text() } }
        #expect(throws: Missing.self) { try Instructions { try text() } }
    }

    @Test func emptyTextKeepsItsLineAndNothingIsNothing() {
        #expect(
            Prompt {
                "a"; ""; "b"
            }.text == "a\n\nb")
        #expect(Prompt {}.text.isEmpty)
    }

    @Test func generatedContentStandsAsJSON() {
        let content = GeneratedContent(
            kind: .structure(
                properties: ["b": GeneratedContent(kind: .number(2)), "a": GeneratedContent("x")],
                orderedKeys: ["b", "a"]))
        #expect(Prompt(content).text == #"{"b": 2, "a": "x"}"#)
        #expect(Instructions(content).text == #"{"b": 2, "a": "x"}"#)
    }
}

extension PromptTests {
    struct Trouble: Error, PromptRepresentable {
        var promptRepresentation: Prompt { "no ferry today" }
    }

    @Test func aResultSaysWhatThereIs() {
        let results: [Result<String, Trouble>] = [.success("at noon"), .failure(Trouble())]
        let prompt = Prompt {
            for result in results { result }
        }
        #expect(prompt.text == "at noon\nno ferry today")
    }
}
