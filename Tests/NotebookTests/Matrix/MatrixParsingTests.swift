// `matrix:` as it is read: rows, their keys and what they set; and every way in which it can be wrong, word for word.

import Foundation
import TestSupport
import Testing
import YAML

@testable import Notebook

@Suite struct MatrixParsingTests {
    private static let messages = "id,text,lang\na17,Broken mug,en\nb2,Wo ist es?,de\n"

    private func load(_ matrix: String, prompt: String = "Hi", files: [String: String] = [:], rest: String = "") throws
        -> (
            PlaygroundFile, ScratchFolder
        )
    {
        let folder = try ScratchFolder()
        try folder.write("", to: ".playground-root")
        try folder.write(Self.messages, to: "m.csv")
        for (name, text) in files { try folder.write(text, to: name) }
        try folder.write(
            "playground: 1\nparams: {tone: {type: string, default: kind}}\ncells:\n  - id: inbox\n    matrix: \(matrix)\n"
                + "    prompt: \"\(prompt)\"\n\(rest)", to: "desk.playground.yaml")
        return (PlaygroundFile.load(path: folder["desk.playground.yaml"]), folder)
    }

    private func said(_ matrix: String, prompt: String = "Hi", files: [String: String] = [:], rest: String = "") throws
        -> [String]
    {
        let (file, folder) = try load(matrix, prompt: prompt, files: files, rest: rest)
        return file.diagnostics.map { problem in
            let place = problem.location.place.replacing(folder.path + "/", with: "")
            let note = problem.note.map { " (\($0.location.start.line):\($0.location.start.column): \($0.message))" }
            return "\(place): \(problem.message) [\(problem.code)]\(note ?? "")"
        }
    }

    private func cell(_ matrix: String, prompt: String = "Hi") throws -> CellDeclaration {
        let (file, _) = try load(matrix, prompt: prompt)
        return try #require(file.document?.cells.first, "\(file.renderedDiagnostics)")
    }

    @Test func axesMultiplyAndTheLastVariesFirst() throws {
        let cell = try cell("{message: {file: m.csv, key: id}, options.temperature: [0, 0.7]}")
        let matrix = try #require(cell.matrix)
        #expect(matrix.keys == ["a17/0", "a17/0.7", "b2/0", "b2/0.7"])
        #expect(matrix.number(of: "b2/0") == 2)
        let row = cell.row(3)
        #expect(row.id.value == "inbox[b2/0.7]")
        #expect(row.options.temperature?.value == 0.7)
        #expect(row.row?.text(axis: "message", column: "text") == "Wo ist es?")
        #expect(row.row?.text(axis: "message") == #"{"id": "b2", "text": "Wo ist es?", "lang": "de"}"#)
        #expect(row.row?.text(axis: "message", column: "none") == nil)
    }

    @Test func rowsAreExcludedByColumnAndNumberAndIncludedByKey() throws {
        let cell = try cell(
            "{message: {file: m.csv, key: id}, options.temperature: [0, 0.7], "
                + "exclude: [{options.temperature: 0.70, message.lang: de}], "
                + "include: [{message: b2, options.temperature: 1}]}")
        #expect(cell.matrix?.keys == ["a17/0", "a17/0.7", "b2/0", "b2/1"])
        #expect(cell.row(3).options.temperature?.value == 1)
    }

    @Test func keysOfAxesWithSlashesStayApart() throws {
        #expect(try cell("{a: [x/y, x], b: [z, y/z]}").matrix?.keys == ["x~1y/z", "x~1y/y~1z", "x/z", "x/y~1z"])
    }

    @Test func aRowWithoutAKeyColumnIsKnownByItsContent() throws {
        let keys = try #require(try cell("{message: {file: m.csv}}").matrix?.keys)
        #expect(keys.count == 2 && keys.allSatisfy { $0.count == 12 } && keys[0] != keys[1])
    }

    @Test func fieldsAreSetByAxes() throws {
        let cell = try cell("{instructions: [Be brief., 'Be {{ tone }}.'], options.seed: [1, 2]}")
        let rows = try #require(cell.matrix).keys.indices.map { cell.row($0) }
        #expect(rows.map { $0.options.seed?.value } == [1, 2, 1, 2])
        #expect(rows[2].instructions?.pieces.count == 3)
    }

    @Test func wrongMatricesAreTold() throws {
        let csv = "{message: {file: m.csv, key: id}}"
        let at = "desk.playground.yaml:5"
        let table: [(String, String)] = [
            ("3", "\(at):13: a matrix must be a mapping of axes, found text [notebook.type]"),
            ("{}", "\(at):13: a matrix needs at least one axis [notebook.missing-value]"),
            ("{a: []}", "\(at):17: the axis 'a' has no values [notebook.missing-value]"),
            (
                "{a: x}",
                "\(at):17: an axis must be a list or a dataset such as {file: data/rows.csv}, found text [notebook.type]"
            ),
            (
                "{a: [1, 1]}",
                "\(at):21: the axis 'a' has this value twice [notebook.duplicate-key] (5:18: first written here)"
            ),
            (
                "{tone: [1]}",
                "\(at):14: the axis 'tone' has the name of a parameter; rename one of them [notebook.axis-name]"
            ),
            (
                "{row: [1]}",
                "\(at):14: an axis can't be called 'row', which means something else in templates [notebook.axis-name]"
            ),
            (
                "{options.temprature: [1]}",
                "\(at):14: 'options.temprature' can't name an axis; did you mean 'options.temperature'? [notebook.axis-name]"
            ),
            ("{options.temperature: [hot]}", "\(at):36: must be a number, found 'hot' [notebook.type]"),
            (
                "{a: {file: m.txt}}",
                "\(at):24: 'm.txt' is no dataset by its name; it must end in .csv, .tsv, .jsonl or .json, or be a text that 'chunkCharacters' cuts [notebook.dataset]"
            ),
            ("{a: {file: none.csv}}", "\(at):24: can't read 'none.csv': no such file [notebook.include]"),
            (
                "{a: {file: ../x.csv}}",
                "\(at):24: '../x.csv' leads out of the project; include files below its root only [notebook.include]"
            ),
            (
                "{a: {file: m.csv, key: idd}}",
                "\(at):36: 'm.csv' has no column 'idd'; did you mean 'id'? [dataset.column]"
            ),
            ("{a: {file: head.csv}}", "\(at):24: 'head.csv' has a header and no rows [dataset.empty]"),
            (
                "{a: {file: two.csv, key: id}}",
                "two.csv:3:1: two rows have the key '1' [dataset.duplicate-key] (2:1: the first one is here)"
            ),
            (
                "{a: {file: same.csv}}",
                "same.csv:4:1: two rows are the same; remove one, or name the column that tells rows apart with 'key' [dataset.duplicate-key] (2:1: the first one is here)"
            ),
            (
                "{a: {file: nokey.csv, key: id}}",
                "nokey.csv:2:1: the row has nothing in its key column 'id' [dataset.key] (5:40: the key is named here)"
            ),
            (
                "{a: {file: nul.csv}}",
                "\(at):24: 'nul.csv' is no text file: it holds bytes that are 0 [notebook.include]"
            ),
            (
                "{a: {file: m.csv}, b: {file: m.csv}, exclude: [{b.txet: x}]}",
                "\(at):61: 'b' has no column 'txet'; did you mean 'text'? [notebook.unknown-column]"
            ),
            ("{a: [1], exclude: [{c: 1}]}", "\(at):33: unknown axis 'c'; the axes are a [notebook.unknown-axis]"),
            ("{a: [1], exclude: [{a: 1}]}", "\(at):31: 'exclude' leaves no row of the matrix [notebook.matrix-size]"),
            ("{a: [1], exclude: [{a: 2}]}", "\(at):32: no row of the matrix is like this [notebook.no-effect]"),
            (
                "{a: [1], b: [2], include: [{a: 1}]}",
                "\(at):40: a row that is included needs a value for 'b' [notebook.missing-key]"
            ),
            ("{a: [1], include: [{a: 1}]}", "\(at):32: the matrix has this row already [notebook.duplicate-key]"),
            (
                "{profile: [a]}",
                "\(at):24: unknown profile 'a'; declare it under 'profiles' [notebook.unknown-profile]"
            ),
        ]
        let files = [
            "head.csv": "a,b\n", "two.csv": "id\n1\n1\n", "same.csv": "a\nx\ny\nx\n", "nokey.csv": "id,a\n\"\",b\n",
            "nul.csv": "a\n\u{0}\n",
        ]
        for (matrix, message) in table { #expect(try said(matrix, files: files) == [message], "\(matrix)") }
        let numbers = (0..<400).map(String.init).joined(separator: ", ")
        #expect(
            try said("{a: [\(numbers)], b: [\(numbers)]}") == [
                "\(at):13: the axes make 400 × 400 rows, but a matrix has at most 100000; shorten an axis "
                    + "[notebook.matrix-size]"
            ])
        #expect(
            try said(csv, prompt: "{{ message.txt }}") == [
                "desk.playground.yaml:6:17: 'message' has no column 'txt'; did you mean 'text'? [notebook.unknown-column]"
            ])
        #expect(
            try said("{a: [1]}", prompt: "{{ a.b }}") == [
                "desk.playground.yaml:6:17: the axis 'a' is a list and has no columns; write 'a' [notebook.unknown-column]"
            ])
    }

    @Test func invalidUTF8IsToldWithItsLine() throws {
        let folder = try ScratchFolder()
        _ = try folder.write(Array("a\nb\n".utf8) + [0xff, 0x0a], to: "bad.csv")
        try folder.write(
            "playground: 1\ncells:\n  - {id: a, matrix: {m: {file: bad.csv}}, prompt: Hi}\n", to: "desk.playground.yaml"
        )
        let file = PlaygroundFile.load(path: folder["desk.playground.yaml"])
        let problem = try #require(file.diagnostics.first)
        #expect(problem.message == "byte 0xFF is not valid UTF-8; save the file as UTF-8")
        #expect(problem.location.start.line == 3)
        #expect(problem.note?.location.start.line == 3)
    }

    @Test func otherCellsMayWantOnlyWhatRowsGive() throws {
        let rest = """
              - {id: more, continues: inbox, prompt: More}
              - {id: one, prompt: "{{ cells.inbox.content }} {{ cells.more.rows }}"}
              - {id: all, prompt: "{{ cells.inbox.rows }}"}

            """
        #expect(
            try said("{a: [1, 2]}", rest: rest) == [
                "desk.playground.yaml:7:27: cell 'inbox' has rows; only a cell with the same matrix continues it, row by row "
                    + "[notebook.rows] (5:13: its matrix)",
                "desk.playground.yaml:8:27: cell 'inbox' has rows; write 'cells.inbox.rows' for the contents of all of them "
                    + "[notebook.unknown-reference]",
                "desk.playground.yaml:8:53: cell 'more' has no matrix; write 'cells.more.content' [notebook.unknown-reference]",
            ])
    }
}
