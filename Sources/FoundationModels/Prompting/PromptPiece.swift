// The pieces that prompts and instructions are made of, and how they become segments of a transcript.

/// A piece of a prompt or of instructions: a text of a line or more, or an attachment.
package enum PromptPiece: Sendable, Equatable {
    case text(String)
    case attachment(Transcript.Attachment, label: String?)
}

extension [PromptPiece] {
    /// The texts, a line or more each; attachments are left out.
    var texts: [String] {
        compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Neighbouring texts as one segment, a line or more each; attachments as one each. Ids count from 0. A prompt of
    /// nothing is an empty text.
    package var segments: [Transcript.Segment] {
        var contents: [PromptPiece] = []
        for piece in self {
            if case .text(let text) = piece, case .text(let before) = contents.last {
                contents[contents.count - 1] = .text(before + "\n" + text)
            } else {
                contents.append(piece)
            }
        }
        if contents.isEmpty { contents = [.text("")] }
        return contents.enumerated().map { index, piece in
            switch piece {
            case .text(let text): .text(Transcript.TextSegment(id: "\(index)", content: text))
            case .attachment(let attachment, let label):
                .attachment(Transcript.AttachmentSegment(id: "\(index)", content: attachment, label: label))
            }
        }
    }
}
