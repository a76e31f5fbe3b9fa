// Ways to make a history shorter. They are ours, not of Apple's framework. All of them go by whole turns, so that a call of a
// tool and its output are never parted, and all keep instructions.

extension RangeReplaceableCollection where Element == Transcript.Entry {
    /// The last turns. A turn is a prompt with all that follows it up to the next prompt; instructions at the head are kept
    /// beside it.
    ///
    /// ```swift
    /// Profile { … }
    ///     .historyTransform { $0.lastTurns(8, droppingBy: 4) }
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many turns are left at most; at least the last one is left, which holds the prompt under way.
    ///   - step: turns are dropped in multiples of this. What a model computed is lost each time the first turn changes, so a
    ///     step of 4 loses it at every fourth request, one of 1 at each; it leaves from `count - step + 1` to `count` turns.
    public func lastTurns(_ count: Int, droppingBy step: Int = 1) -> Self {
        let history = TurnedHistory(self)
        return Self(history.dropping(atLeast: history.turns.count - Swift.max(0, count), step: step))
    }

    /// The last turns that fit into a budget, with instructions at the head.
    ///
    /// - Parameters:
    ///   - tokens: the budget. The last turn is left also where it alone is larger.
    ///   - step: turns are dropped in multiples of this, as in `lastTurns(_:droppingBy:)`.
    ///   - counting: counts the tokens of entries; more turns must not count less. It is asked about as often as the number of
    ///     turns has binary digits.
    public func lastTurns(
        within tokens: Int, droppingBy step: Int = 1, counting: (Self) throws -> Int
    ) rethrows -> Self {
        let history = TurnedHistory(self)
        // The least number of dropped turns with which the rest fits: a binary search.
        var (tooFew, enough) = (-1, Swift.max(0, history.turns.count - 1))
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            if try counting(Self(history.dropping(atLeast: middle, step: 1))) <= tokens {
                enough = middle
            } else {
                tooFew = middle
            }
        }
        return Self(history.dropping(atLeast: enough, step: step))
    }

    /// The history without the calls of some tools and without their outputs: for a profile that no longer has these tools,
    /// whose model should not read of what it can't call.
    public func withoutToolCalls(where isDropped: (_ toolName: String) -> Bool) -> Self {
        let kept = compactMap { entry -> Transcript.Entry? in
            switch entry {
            case .toolCalls(let calls):
                let others = calls.filter { !isDropped($0.toolName) }
                return others.isEmpty ? nil : .toolCalls(Transcript.ToolCalls(id: calls.id, others))
            case .toolOutput(let output):
                return isDropped(output.toolName) ? nil : entry
            default:
                return entry
            }
        }
        return Self(kept)
    }
}

/// A history cut into turns.
private struct TurnedHistory {
    private(set) var instructions: [Transcript.Entry] = []
    private(set) var turns: [[Transcript.Entry]] = []

    init(_ entries: some Collection<Transcript.Entry>) {
        for entry in entries {
            if case .instructions = entry, turns.isEmpty {
                instructions.append(entry)
            } else if case .prompt = entry {
                turns.append([entry])
            } else if turns.isEmpty {
                // A history that begins in the middle of a turn.
                turns.append([entry])
            } else {
                turns[turns.count - 1].append(entry)
            }
        }
    }

    /// The history without its first turns: at least as many as asked, in multiples of `step`, and never the last turn.
    func dropping(atLeast count: Int, step: Int) -> [Transcript.Entry] {
        guard count > 0, let last = turns.indices.last else { return instructions + turns.joined() }
        let step = max(1, step)
        // Rounded up so that no sum overflows, however large the step.
        let dropped = ((count - 1) / step + 1) * step
        return instructions + turns[min(dropped, last)...].joined()
    }
}
