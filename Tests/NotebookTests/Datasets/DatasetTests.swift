// Datasets: what each form gives, and what is said of files that are wrong.

import FoundationModels
import Testing

@testable import Notebook

@Suite struct DatasetTests {
    /// Columns, then rows, each field as templates insert it.
    private func read(_ form: Dataset.Form, _ text: String) -> [[String]] {
        do throws(Diagnostic) {
            let dataset = try Dataset(form, text, file: "d")
            return [dataset.columns] + dataset.rows.map { $0.fields.map(\.insertedText) }
        } catch {
            return [["\(error.location.place): \(error.message) [\(error.code)]"]]
        }
    }

    @Test func csvKeepsQuotesDelimitersAndLineEndsInsideOfFields() {
        let text = "id,text\n1,\"a, \"\"b\"\"\nc\"\n\n2,plain \"inner\" quote\n3,\"\"\n4,last"
        #expect(
            read(.csv, text) == [
                ["id", "text"], ["1", "a, \"b\"\nc"], ["2", "plain \"inner\" quote"], ["3", ""], ["4", "last"],
            ])
        #expect(read(.tsv, "a\tb\n1,5\t 2 \n") == [["a", "b"], ["1,5", " 2 "]])
    }

    @Test func jsonKeepsTypesAndDigits() {
        let rows = [["a", "b"], ["x", "1.50"], ["true", #"{"c": [1, null]}"#]]
        #expect(read(.jsonl, "{\"a\": \"x\", \"b\": 1.50}\n\n{\"b\": {\"c\": [1, null]}, \"a\": true}\n").count == 3)
        #expect(read(.jsonl, "{\"a\": \"x\", \"b\": 1.5}\n{\"a\": true, \"b\": {\"c\": [1, null]}}\n")[2] == rows[2])
        #expect(read(.json, "[{\"a\": \"x\"}, {\"a\": \"y\"}]") == [["a"], ["x"], ["y"]])
    }

    static let wrong: [(Dataset.Form, String, String)] = [
        (.csv, "", "d:1:1: the file is empty; a header is wanted [dataset.empty]"),
        (
            .csv, "a,b\n1,2\n\n3\n",
            "d:4:1: the row has 1 field, but the header has 2; put a field with a delimiter or line end in quotes "
                + "[dataset.ragged]"
        ),
        (.csv, "a,b\n1,\"x\ny\n", "d:2:3: the quote that opens here is never closed [dataset.quote]"),
        (
            .csv, "a\n\"x\"y\n",
            "d:2:4: text behind a closing quote; write \"\" for a quote inside a field in quotes [dataset.quote]"
        ),
        (.csv, "a,,b\n", "d:1:1: column 2 of the header has no name [dataset.header]"),
        (.csv, "a,b,a\n", "d:1:1: two columns of the header are called 'a' [dataset.header]"),
        (.jsonl, "\n \n", "d:1:1: the file has no rows [dataset.empty]"),
        (.jsonl, "{\"a\": 1}\n[2]\n", "d:2:1: line 2 must be an object, found an array [dataset.json]"),
        (
            .jsonl, "{\"a\": 1, \"b\": 2}\n{\"a\": 1}\n",
            "d:2:1: line 2 has no 'b', which the first row has; write null where nothing is known [dataset.ragged]"
        ),
        (
            .jsonl, "{\"a\": 1}\n{\"a\": 1, \"c\": 2}\n",
            "d:2:1: line 2 has 'c', which the first row does not have [dataset.ragged]"
        ),
        (
            .json, "{\"a\": 1}",
            "d:1:1: the file must be an array of objects; one object a line goes into a .jsonl file [dataset.json]"
        ),
    ]

    @Test(arguments: wrong)
    func wrongFilesAreToldWithTheirPlace(form: Dataset.Form, text: String, message: String) {
        #expect(read(form, text) == [[message]])
    }

    @Test func brokenJSONIsToldAtItsLine() {
        let found = read(.jsonl, "{\"a\": 1}\n{\"a\": }\n")[0][0]
        #expect(found.hasPrefix("d:2:7: no JSON: ") && found.hasSuffix("[dataset.json]"), "\(found)")
    }

    @Test func textsAreCutAtParagraphs() {
        func chunks(_ text: String, _ limit: Int) -> [String] {
            TextChunks.dataset(text, limit: limit, file: "d").rows.map { $0.fields[0].insertedText }
        }
        #expect(chunks("one\n\ntwo\n \n\nthree\nfour\n", 8) == ["one\n\ntwo", "three", "four"])
        #expect(chunks("one\n\ntwo\n \n\nthree\nfour\n", 10) == ["one\n\ntwo", "three\nfour"])
        #expect(chunks("abcdefgh", 3) == ["abc", "def", "gh"])
        #expect(chunks("👩‍👩‍👧e\u{301}x", 2) == ["👩‍👩‍👧e\u{301}", "x"])
        #expect(chunks("\n \n", 5) == [])
        let long = (0..<200).map { "word\($0)" + ($0 % 17 == 0 ? "\n\n" : " ") }.joined()
        let cut = chunks(long, 60)
        #expect(cut.allSatisfy { $0.count <= 60 })
        #expect(cut.flatMap { $0.split(whereSeparator: \.isWhitespace) } == long.split(whereSeparator: \.isWhitespace))
    }
}
