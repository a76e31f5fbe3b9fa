// A difference of notebooks for programs: one JSON object for the file, then one a cell.

internal import FoundationModels
internal import Notebook

/// Lines of JSON.
struct DiffLines {
    private let title: DiffTitle
    private let difference: NotebookDifference

    init(_ title: DiffTitle, _ difference: NotebookDifference) {
        self.title = title
        self.difference = difference
    }

    var lines: [String] {
        let file = JSONLine.text([
            "playground": .string(title.path), "from": .string(title.old), "to": title.new.map(JSONValue.string),
            "cells": .integer(difference.cellCount), "inputs": Self.json(difference.inputs),
        ])
        let cells = difference.cells.map { cell in
            JSONLine.text([
                "playground": .string(title.path), "cell": .string(cell.id),
                "presence": .string(cell.presence.rawValue), "state": (cell.state?.rawValue).map(JSONValue.string),
                "inputs": Self.json(cell.inputs), "causes": .array(cell.causes.map(JSONValue.string)),
                "contents": .array(cell.contents.map(Self.json)),
            ])
        }
        return [file] + cells
    }

    private static func json(_ inputs: [InputChange]) -> JSONValue {
        .object(inputs.map { JSONMember(key: $0.part.rawValue, value: json($0.difference)) })
    }

    private static func json(_ change: ContentChange) -> JSONValue {
        .members([
            "id": .string(change.id), "content": change.content.map(json), "calls": change.calls.map(json),
            "finish": change.finish.map { .members(["old": .string($0.old), "new": .string($0.new)]) },
            "recorded": .members(["old": .bool(change.isRecorded.old), "new": .bool(change.isRecorded.new)]),
        ])
    }

    /// Texts as both texts, structures as their places.
    private static func json(_ difference: Difference) -> JSONValue {
        switch difference {
        case .words(let changes):
            let (old, new) = changes.texts
            return .members(["old": .string(old), "new": .string(new)])
        case .places(let changes):
            return .array(
                changes.map { change in
                    .members([
                        "place": .string(change.place), "old": change.found.map(JSONValue.string),
                        "new": change.wanted.map(JSONValue.string),
                    ])
                })
        }
    }
}
