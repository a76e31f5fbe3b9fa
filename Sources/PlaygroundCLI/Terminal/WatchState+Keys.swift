// The keys of a watch's screen: what changes the view, and what is asked of the watch.

internal import Notebook
internal import Platform

extension WatchState {
    /// Takes a key.
    ///
    /// - Returns: what it asks of the watch; nil where only the view changes.
    mutating func take(_ key: Key) -> WatchCommand? {
        if showsHelp {
            showsHelp = false
            return key == .character("q") ? .quit : nil
        }
        if let review {
            switch key {
            case .character("y"):
                self.review = nil
                return .trust(review)
            case .down, .pageDown, .character("j"), .character(" "): scroll += 1
            case .up, .pageUp, .character("k"): scroll = max(0, scroll - 1)
            default: (self.review, scroll) = (nil, 0)
            }
            return nil
        }
        switch key {
        case .enter: return .runStale
        case .character("a"): return .runAll
        case .character("f"):
            showFirstFailing()
            return .runFailing
        case .character("u"): return .accept
        case .character("x"): return .cancel
        case .character("p"): return .pause
        case .character("q"): return .quit
        case .character("d"): showsDiff.toggle()
        case .character("t"):
            let waiting = notebooks.filter { $0.trust != nil }
            review = (waiting.first { $0.path == focus?.notebook } ?? waiting.first)?.trust
            scroll = 0
            if review == nil { message = "no tool waits for your trust" }
        case .character("?"), .character("h"): showsHelp = true
        case .up, .character("k"): moveFocus(by: -1)
        case .down, .character("j"): moveFocus(by: 1)
        case .pageDown, .character(" "): scroll += 8
        case .pageUp, .character("b"): scroll = max(0, scroll - 8)
        case .escape: (isHeld, scroll) = (false, 0)
        default: break
        }
        return nil
    }

    private mutating func moveFocus(by step: Int) {
        let all = notebooks.flatMap { notebook in notebook.cells.map { (notebook: notebook.path, cell: $0.id) } }
        guard !all.isEmpty else { return }
        let index = all.firstIndex { $0 == (focus?.notebook ?? "", focus?.cell ?? "") } ?? 0
        let next = all[max(0, min(all.count - 1, index + step))]
        show(next.notebook, next.cell)
        isHeld = true
    }

    private mutating func showFirstFailing() {
        for notebook in notebooks {
            let failing = notebook.cells.first { !$0.problems.isEmpty || $0.standing == "failed" }
            if let failing { return show(notebook.path, failing.id) }
        }
    }
}
