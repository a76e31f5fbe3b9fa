// What the engine refuses beyond a malformed file: models it has no family for, memory it does not get.

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
        case outOfMemory(byteCount: Int)
        /// The floating point environment of this thread flushes subnormals or rounds another way.
        case unsoundEnvironment
    }

    package var kind: Kind

    package init(kind: Kind) { self.kind = kind }

    /// A stable code for programs.
    package var code: String {
        switch kind {
        case .unknownArchitecture: "engine.architecture"
        case .unsupported: "engine.unsupported"
        case .notFinite: "engine.not-finite"
        case .unusedTensor: "engine.unused-tensor"
        case .invalidHyperParameter: "engine.hyper-parameter"
        case .outOfMemory: "engine.memory"
        case .unsoundEnvironment: "engine.environment"
        }
    }

    package var description: String {
        let message =
            switch kind {
            case .unknownArchitecture(let name, let known):
                "architecture '\(name)' is not supported; supported: \(known.joined(separator: ", "))"
            case .unsupported(let feature, let value, let supported):
                "\(feature) '\(value)' is not supported; supported: \(supported)"
            case .notFinite(let tensor):
                "tensor '\(tensor)' holds a weight or scale that is not a finite number; the file is damaged"
            case .unusedTensor(let tensor, let architecture):
                "tensor '\(tensor)' is no part of a '\(architecture)' model as this engine knows it"
            case .invalidHyperParameter(let name, let value, let wanted):
                "'\(name)' is \(value), wanted \(wanted)"
            case .outOfMemory(let byteCount):
                "no memory for \(byteCount) bytes of weights"
            case .unsoundEnvironment:
                "the floating point environment flushes subnormals or does not round to nearest"
            }
        return "error: \(message) [\(code)]"
    }
}
