// Differences as markup: what was is struck through, what is is underlined, so that they can be told apart without colours.

internal import FoundationModels

extension HTML {
    /// How one value differs from another.
    mutating func difference(_ difference: Difference) {
        switch difference {
        case .words(let changes):
            element("div", ["class": "text difference", "dir": "auto"]) { html in
                for change in Self.legible(changes) {
                    switch change.kind {
                    case .same: html.add(change.text)
                    case .deleted: html.element("del", text: change.text)
                    case .inserted: html.element("ins", text: change.text)
                    }
                }
            }
        case .places(let changes):
            element("dl", ["class": "fields difference"]) { list in
                for change in changes {
                    list.element("div") { pair in
                        pair.element("dt", ["dir": "auto"], text: change.place.isEmpty ? "content" : change.place)
                        pair.element("dd", ["dir": "auto"]) { html in
                            if let found = change.found { html.element("del", text: found) }
                            if change.found != nil, change.wanted != nil { html.add(" ") }
                            if let wanted = change.wanted { html.element("ins", text: wanted) }
                        }
                    }
                }
            }
        }
    }

    /// The changes, or the one text and the other where they have little in common: marks on every second word say nothing.
    private static func legible(_ changes: [WordChange]) -> [WordChange] {
        func length(_ kind: WordChange.Kind) -> Int {
            changes.reduce(0) { $1.kind == kind ? $0 + $1.text.filter { !$0.isWhitespace }.count : $0 }
        }
        let (same, deleted, inserted) = (length(.same), length(.deleted), length(.inserted))
        guard deleted > 0, inserted > 0, same < max(deleted, inserted) else { return changes }
        func text(without kind: WordChange.Kind) -> String {
            changes.filter { $0.kind != kind }.map(\.text).joined()
        }
        return [
            WordChange(kind: .deleted, text: text(without: .inserted)), WordChange(kind: .same, text: "\n"),
            WordChange(kind: .inserted, text: text(without: .deleted)),
        ]
    }
}

extension Difference {
    /// From one answer to another; nil where they say the same.
    init?(from old: OutputEntry, to new: OutputEntry) {
        guard old.content != new.content else { return nil }
        if old.schema != nil, new.schema != nil, let before = try? JSONValue(parsing: old.content),
            let after = try? JSONValue(parsing: new.content)
        {
            self = .places(before, after)
        } else {
            self = .words(old.content, new.content)
        }
    }
}
