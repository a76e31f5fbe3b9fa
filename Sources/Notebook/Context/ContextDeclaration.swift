// `context:`: how many tokens a conversation may have, and what happens when it would have more.

/// What a `context:` mapping sets.
package struct ContextDeclaration: Sendable, Equatable {
    /// In tokens; at least `ContextWindow.minimumSize`.
    package var size: Located<Int>?
    package var whenFull: Located<ContextWindow.Policy>?

    package init(size: Located<Int>? = nil, whenFull: Located<ContextWindow.Policy>? = nil) {
        self.size = size
        self.whenFull = whenFull
    }

    /// These settings over others, key by key.
    func merged(over base: ContextDeclaration) -> ContextDeclaration {
        ContextDeclaration(size: size ?? base.size, whenFull: whenFull ?? base.whenFull)
    }
}

/// The window that one cell is asked in.
package struct ContextWindow: Sendable, Hashable {
    /// What happens to a conversation that does not fit any more.
    package enum Policy: Sendable, Hashable {
        /// The cell fails.
        case error
        /// Turns are left out, the oldest first, but never the last `count`.
        case keepTurns(count: Int)
        /// The model sums up the oldest turns, and the summary stands in their place.
        case summarize

        var text: String {
            switch self {
            case .error: "error"
            case .keepTurns(let count): "keepTurns \(count)"
            case .summarize: "summarize"
            }
        }
    }

    /// A window that a prompt with its answer can go into.
    static let minimumSize = 64

    /// Tokens at most, where the model's own context is not smaller; nil: the model's context.
    package var size: Int?
    package var policy: Policy

    /// The window of a cell: what it says over what the file says, within what the target has.
    init?(_ declared: ContextDeclaration?, target: TargetSystem?) {
        guard declared != nil || target != nil else { return nil }
        let sizes = [declared?.size?.value, target?.contextSize].compactMap { $0 }
        size = sizes.min()
        policy = declared?.whenFull?.value ?? .error
    }

    /// What enters a key.
    var fields: [String] { ["f16", size.map(String.init) ?? "model", policy.text] }
}

extension PlaygroundDocument {
    /// What cell and file say of the context; nil: nothing.
    func context(of cell: CellDeclaration) -> ContextDeclaration? {
        guard let own = cell.settings.context else { return context }
        return context.map { own.merged(over: $0) } ?? own
    }
}

extension TargetSystem {
    /// Tokens of a conversation there.
    package var contextSize: Int {
        switch self {
        case .ios26, .ios27: 4_096
        case .pcc: 32_768
        }
    }
}
