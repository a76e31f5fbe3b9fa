// A model that is opened when it is first needed, once.

internal import Inference
internal import Synchronization

/// A model, open or to be opened.
final class ModelHandle: Sendable {
    /// What the model is told ahead of all instructions, though no transcript says so.
    let preface: String?
    private let check: @Sendable () throws -> Void
    private let open: @Sendable () throws -> any TextModel
    private let opened: Mutex<(any TextModel)?>

    /// - Parameter check: asked each time before the model is used.
    init(
        preface: String? = nil, check: @escaping @Sendable () throws -> Void = {},
        _ open: @escaping @Sendable () throws -> any TextModel
    ) {
        self.preface = preface
        self.check = check
        self.open = open
        opened = Mutex(nil)
    }

    init(_ model: any TextModel) {
        preface = nil
        check = {}
        open = { model }
        opened = Mutex(model)
    }

    /// The model, where it is open.
    var modelIfOpen: (any TextModel)? { opened.withLock { $0 } }

    /// Opens the model the first time, which reads its weights; others who ask meanwhile wait. A failure is not kept, so
    /// that weights which arrive later are found.
    func model() throws -> any TextModel {
        try check()
        return try opened.withLock { opened in
            if let opened { return opened }
            let model = try open()
            opened = model
            return model
        }
    }
}
