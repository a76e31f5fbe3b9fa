// What the engine refuses beyond a malformed file: models it has no family for, numbers that make no model, memory it
// does not get.

/// A model that can't be run, and why.
package struct EngineError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// No family of this name; `known` lists those that there are.
        case unknownArchitecture(String, known: [String])
        /// A feature of the file that this engine has not got: a rotary scaling, experts.
        case unsupported(feature: String, value: String, supported: String)
        /// A scale or weight of the tensor is infinite or not a number.
        case notFinite(tensor: String)
        /// A tensor that the family does not use: running without it would be running another model.
        case unusedTensor(String, architecture: String)
        case invalidHyperParameter(name: String, value: String, wanted: String)
        /// A matrix with a side of more than `limit`.
        case matrixTooLarge(tensor: String, rows: Int, columns: Int, limit: Int)
        /// Rotary angles would pass `limit` radians, where cosine and sine end.
        case rotaryAngle(largest: Double, limit: Double)
        /// Factors of rotary frequencies that are not finite numbers above zero.
        case rotaryFactor(tensor: String, value: Float)
        /// A step of `positions` would work on more memory than is allowed.
        case stepTooLarge(byteCount: Int, positions: Int, limit: Int)
        /// The vocabulary has tokens that the model has no embedding for.
        case moreTokensThanRows(tokens: Int, rows: Int)
        case outOfMemory(byteCount: Int)
        /// A format that weights can't be written in.
        case notWritten(format: String, written: [String])
        /// A matrix that is to be rounded holds rounded weights.
        case alreadyQuantized(tensor: String, format: String)
        /// A file to be quantized has no matrix that could be.
        case nothingToQuantize
        /// Weights whose scale would not fit its field.
        case weightsTooLarge(tensor: String, format: String)
        /// The floating point environment of this thread flushes subnormals or rounds another way.
        case unsoundEnvironment
    }

    package var kind: Kind
    /// The model file, where the error is about one.
    package var path: String?
    /// Where in the file the value or tensor in question is described, in bytes.
    package var offset: Int?

    package init(kind: Kind, path: String? = nil, offset: Int? = nil) {
        self.kind = kind
        self.path = path
        self.offset = offset
    }

    /// The same error about the file at `path`, where it names none itself.
    package func located(in path: String) -> EngineError {
        EngineError(kind: kind, path: self.path ?? path, offset: offset)
    }

    /// `PATH:0xOFFSET: error: MESSAGE [CODE]`, less what is not known of the place.
    package var description: String {
        let place = path.map { path in path + (offset.map { ":0x\(String($0, radix: 16))" } ?? "") + ": " } ?? ""
        return "\(place)error: \(kind.message) [\(code)]"
    }

    /// A stable code for programs.
    package var code: String {
        switch kind {
        case .unknownArchitecture: "engine.architecture"
        case .unsupported: "engine.unsupported"
        case .notFinite: "engine.not-finite"
        case .unusedTensor: "engine.unused-tensor"
        case .invalidHyperParameter: "engine.hyper-parameter"
        case .matrixTooLarge: "engine.matrix"
        case .rotaryAngle, .rotaryFactor: "engine.rotary"
        case .stepTooLarge: "engine.step"
        case .moreTokensThanRows: "engine.vocabulary"
        case .outOfMemory: "engine.memory"
        case .notWritten, .alreadyQuantized, .nothingToQuantize, .weightsTooLarge: "engine.quantize"
        case .unsoundEnvironment: "engine.environment"
        }
    }
}

extension EngineError.Kind {
    /// The message without place and code: one line, lower case, no full stop.
    package var message: String {
        switch self {
        case .unknownArchitecture(let name, let known):
            "architecture '\(name)' is not supported; supported: \(known.joined(separator: ", "))"
        case .unsupported(let feature, let value, let supported):
            "\(feature) '\(value)' is not supported; supported: \(supported)"
        case .notFinite(let tensor):
            "tensor '\(tensor)' holds a weight or scale that is not a finite number; the file is damaged, fetch it again"
        case .unusedTensor(let tensor, let architecture):
            "tensor '\(tensor)' is no part of a '\(architecture)' model as this engine knows it"
        case .invalidHyperParameter(let name, let value, let wanted):
            "'\(name)' is \(value), wanted \(wanted)"
        case .matrixTooLarge(let tensor, let rows, let columns, let limit):
            "tensor '\(tensor)' has \(rows) rows of \(columns) weights, and \(limit) of each are allowed"
        case .rotaryAngle(let largest, let limit):
            "rotary angles reach \(largest) at the end of the context, and less than \(limit) is wanted; "
                + "the file's rotary base, scaling or context length is damaged"
        case .rotaryFactor(let tensor, let value):
            "tensor '\(tensor)' holds the factor \(value), wanted finite numbers above zero"
        case .stepTooLarge(let byteCount, let positions, let limit):
            "a step of \(positions) positions needs \(byteCount) bytes, and \(limit) are allowed; "
                + "the file's dimensions make no model that runs here"
        case .moreTokensThanRows(let tokens, let rows):
            "the vocabulary has \(tokens) tokens, but the model has embeddings for \(rows); convert the model again"
        case .outOfMemory(let byteCount):
            "no memory for \(byteCount) bytes; close other programs, or take a smaller model"
        case .notWritten(let format, let written):
            "weights are not written as \(format) here; written are \(written.joined(separator: ", "))"
        case .alreadyQuantized(let tensor, let format):
            "tensor '\(tensor)' is stored as \(format): its weights are rounded already, and a second rounding would add "
                + "to the first; take an F16, BF16 or F32 file of this model"
        case .nothingToQuantize: "the file has no matrix whose rows are a multiple of 32 weights"
        case .weightsTooLarge(let tensor, let format):
            "tensor '\(tensor)' has weights too large for the scales of \(format), which end at 65504"
        case .unsoundEnvironment:
            "the floating point environment flushes subnormals or does not round to nearest; "
                + "restore the default before a model is used"
        }
    }
}
