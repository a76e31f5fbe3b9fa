// A model that is opened when it is first needed, once.

internal import Inference
internal import Synchronization

/// A model, open or to be opened.
final class ModelHandle: Sendable {
    private let open: @Sendable () throws -> any TextModel
    private let opened: Mutex<(any TextModel)?>

    init(_ open: @escaping @Sendable () throws -> any TextModel) {
        self.open = open
        opened = Mutex(nil)
    }

    init(_ model: any TextModel) {
        open = { model }
        opened = Mutex(model)
    }

    /// The model, where it is open.
    var current: (any TextModel)? { opened.withLock { $0 } }

    /// Opens the model the first time, which reads its weights; others who ask meanwhile wait. A failure is not kept, so
    /// that weights which arrive later are found.
    func model() throws -> any TextModel {
        try opened.withLock { opened in
            if let opened { return opened }
            let model = try open()
            opened = model
            return model
        }
    }
}
