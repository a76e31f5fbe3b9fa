// Single recorded files: a transcript, and the stream of an answer.

internal import FoundationEssentials
public import FoundationModels
internal import Notebook
internal import Platform

extension Transcript {
    /// A recorded conversation: `NAME.transcripts/CELL.json`, or one saved by an app.
    /// - Throws: `FixtureError` for a file that can't be read or is no transcript.
    public init(fixture path: String) throws(FixtureError) {
        let transcript: Transcript
        do {
            let bytes = try FileSystem.read(path, limit: RecordLimit.outputs)
            transcript = try JSONDecoder().decode(Transcript.self, from: Data(bytes))
        } catch let error as PlatformError {
            throw FixtureError("\(path): error: can't read the transcript: \(error.reason) [fixtures.file]")
        } catch {
            throw FixtureError("\(path): error: this is no transcript: \(error) [fixtures.transcript]")
        }
        self = transcript
    }
}

/// The stream of an answer as it once came: for tests of what shows answers while they grow.
public struct StreamFixture: Sendable, Hashable {
    private struct File: Decodable {
        var snapshots: Int
        var text: String
        var boundaries: [Int]
    }

    /// The whole answer; by a schema, JSON.
    public let text: String
    /// The pieces in which it came. Joined they are the text.
    public let pieces: [String]

    /// A recorded stream: `NAME.snapshots/CELL.json`.
    /// - Throws: `FixtureError` for a file that can't be read or is no such record.
    public init(path: String) throws(FixtureError) {
        let file: File
        do {
            file = try JSONDecoder().decode(
                File.self, from: Data(try FileSystem.read(path, limit: RecordLimit.outputs)))
        } catch let error as PlatformError {
            throw FixtureError("\(path): error: can't read the stream: \(error.reason) [fixtures.file]")
        } catch {
            throw FixtureError("\(path): error: this is no recorded stream: \(error) [fixtures.stream]")
        }
        let bytes = Array(file.text.utf8)
        let starts = [0] + file.boundaries
        let isRising = zip(starts, file.boundaries).allSatisfy { $0 < $1 }
        guard file.snapshots == 1, isRising, starts.last == bytes.count else {
            throw FixtureError(
                "\(path): error: the boundaries are not those of the text; run the playground [fixtures.stream]")
        }
        var pieces: [String] = []
        for (start, end) in zip(starts, file.boundaries) {
            guard let piece = String(validating: bytes[start..<end], as: UTF8.self) else {
                throw FixtureError("\(path): error: byte \(end) of the text lies within a character [fixtures.stream]")
            }
            pieces.append(piece)
        }
        (text, self.pieces) = (file.text, pieces)
    }

    /// The answer as far as it had come at each snapshot.
    public var snapshots: [String] {
        var text = ""
        return pieces.map { piece in
            text += piece
            return text
        }
    }
}
