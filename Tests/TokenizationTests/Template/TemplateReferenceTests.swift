// Templates of each construct against the texts that Jinja2 made of them (Reference/template_cases.py writes the texts),
// and SmolLM2's own template against the reference engine.

import Foundation
import TestSupport
import Testing

@testable import Tokenization

/// One case of Reference/TemplateCases.json.
struct TemplateCase: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let arguments: TemplateValue
    /// Nil: Jinja2 ends with an error.
    let expected: String?

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reference")
    static let file = folder.appending(path: "TemplateCases.json")

    static let all: [TemplateCase] = {
        guard let data = try? Data(contentsOf: file), let cases = try? OrderedJSON.value(of: data) else { return [] }
        return cases.elements.map { element in
            TemplateCase(
                name: element["name"]?.string ?? "", source: element["template"]?.string ?? "",
                arguments: element["arguments"] ?? .none, expected: element["expected"]?.string)
        }
    }()
}

@Suite struct TemplateReferenceTests {
    @Test func `the table of cases is there`() {
        #expect(TemplateCase.all.count >= 120)
    }

    @Test(arguments: TemplateCase.all)
    func `a construct renders as in Jinja2`(_ templateCase: TemplateCase) throws {
        let context = TemplateContext(arguments: templateCase.arguments)
        let result = Result { try ChatTemplate(source: templateCase.source).render(context).text }
        if let expected = templateCase.expected {
            let text = try result.get()
            #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars))
        } else {
            #expect(throws: TemplateError.self) { try result.get() }
        }
    }

    @Test(.enabled(if: Locations.engineReference != nil, "no reference data of SmolLM2 on this machine"))
    func `SmolLM2's template renders as in the reference engine`() throws {
        let folder = try #require(Locations.engineReference)
        let data = try Data(contentsOf: folder.appending(path: "smollm2-chat-template.json"))
        let reference = try OrderedJSON.value(of: data)
        let template = try ChatTemplate(source: try #require(reference["template"]?.string))
        let cases = try #require(reference["cases"]).elements
        #expect(!cases.isEmpty)
        for element in cases {
            let context = TemplateContext(
                messages: try #require(element["messages"]), beginningOfText: reference["bos"]?.string,
                endOfText: reference["eos"]?.string)
            #expect(try template.render(context).text == element["prompt"]?.string)
        }
    }
}
