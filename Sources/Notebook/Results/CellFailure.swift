// Why a question has no answer, as it is kept. One line of JSON.

internal import FoundationModels

/// A kept failure.
struct CellFailure: Sendable, Equatable {
    /// The name of the playground, and the cell, that asked.
    var playground: String
    var cell: String
    var message: String

    /// The failure as one line.
    var line: [UInt8] {
        let json = JSONValue.members([
            "playground": .string(playground), "cell": .string(cell), "message": .string(message),
        ])
        return Array((json.text(.compact) + "\n").utf8)
    }

    init(playground: String, cell: String, message: String) {
        self.playground = playground
        self.cell = cell
        self.message = message
    }

    /// nil where the text is no failure.
    init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
            case .string(let playground)? = json["playground"], case .string(let cell)? = json["cell"],
            case .string(let message)? = json["message"]
        else { return nil }
        self.init(playground: playground, cell: cell, message: message)
    }
}
