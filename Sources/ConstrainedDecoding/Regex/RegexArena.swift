// Regular expressions over bytes with intersection and complement, each stored once, so that equal ones are one number.
// (Brzozowski, Derivatives of Regular Expressions, 1964, doi:10.1145/321239.321249.)

internal import Synchronization

/// Why a question about an expression has no answer.
package enum RegexError: Error, Hashable {
    /// The search over derivatives was given up after `limit` of them.
    case tooManyStates(limit: Int)
}

/// The expressions of one grammar. May be used from several threads.
package final class RegexArena: Sendable {
    private let store: Mutex<RegexStore>
    private let spellings: Mutex<[CodePointSet: RegexID]>

    package init() {
        store = Mutex(RegexStore())
        spellings = Mutex([:])
    }

    /// An arena that begins with what another one holds, under the same numbers.
    internal init(after other: RegexArena) {
        store = Mutex(other.snapshot)
        spellings = Mutex(other.spellings.withLock { $0 })
    }

    /// The spelling of a set of characters, made once.
    internal func spelling(of set: CodePointSet, _ make: () -> RegexID) -> RegexID {
        if let known = spellings.withLock({ $0[set] }) { return known }
        let made = make()
        spellings.withLock { $0[set] = made }
        return made
    }

    /// Matches no string.
    package var nothing: RegexID { RegexStore.nothing }
    /// Matches the empty string.
    package var epsilon: RegexID { RegexStore.epsilon }
    /// Matches every string.
    package var anything: RegexID { RegexStore.anything }

    /// One byte of `set`.
    package func bytes(_ set: ByteSet) -> RegexID { store.withLock { $0.bytes(set) } }

    package func literal(_ bytes: [UInt8]) -> RegexID { store.withLock { $0.literal(bytes) } }

    /// Any of `literals`: a trie, whose cost is their length. For enumerations.
    package func literals(_ literals: [[UInt8]]) -> RegexID {
        store.withLock { $0.literals(literals) }
    }

    package func concatenation(_ operands: [RegexID]) -> RegexID { store.withLock { $0.concatenation(operands) } }

    package func union(_ operands: [RegexID]) -> RegexID { store.withLock { $0.union(operands) } }

    package func intersection(_ operands: [RegexID]) -> RegexID { store.withLock { $0.intersection(operands) } }

    package func complement(_ operand: RegexID) -> RegexID { store.withLock { $0.complement(operand) } }

    /// `minimum...maximum` times `operand`; no maximum where nil. Costs one expression, whatever the numbers.
    package func repetition(_ operand: RegexID, minimum: Int, maximum: Int?) -> RegexID {
        store.withLock { $0.repetition(operand, minimum: minimum, maximum: maximum) }
    }

    package func automaton(_ automaton: any ByteAutomaton) -> RegexID { store.withLock { $0.automaton(automaton) } }

    /// What may follow `byte` where `id` is expected.
    package func derivative(_ id: RegexID, by byte: UInt8) -> RegexID {
        store.withLock { $0.derivative(id, by: byte) }
    }

    /// Bytes of one class have the same derivative.
    package func derivativeClasses(_ id: RegexID) -> BytePartition { store.withLock { $0.classes(id) } }

    /// Whether `id` matches the empty string.
    package func isNullable(_ id: RegexID) -> Bool { store.withLock { $0.isNullable(id) } }

    /// A shortest string that `id` matches, made of `alphabet`; nil where there is none.
    /// - Throws: `RegexError.tooManyStates` where `limit` derivatives don't decide it.
    package func shortestMatch(_ id: RegexID, alphabet: ByteSet = .all, limit: Int) throws -> [UInt8]? {
        try store.withLock { try $0.shortestMatch(id, alphabet: alphabet, limit: limit) }
    }

    /// Works out the derivatives of `id`, up to `limit` of them, so that copies of the arena know them.
    internal func explore(_ id: RegexID, limit: Int) {
        store.withLock { store in
            var seen: Set<RegexID> = [id]
            var work = [id]
            while let next = work.popLast(), seen.count < limit {
                for byte in store.classes(next).representatives {
                    let target = store.derivative(next, by: byte)
                    if seen.insert(target).inserted { work.append(target) }
                }
            }
        }
    }

    /// Whether `id` matches no string.
    /// - Throws: `RegexError.tooManyStates` where `limit` derivatives don't decide it.
    package func isEmpty(_ id: RegexID, limit: Int = 20_000) throws -> Bool {
        try shortestMatch(id, limit: limit) == nil
    }

    /// Whether no string matches both.
    /// - Throws: `RegexError.tooManyStates` where `limit` derivatives don't decide it.
    package func isDisjoint(_ left: RegexID, _ right: RegexID, limit: Int = 20_000) throws -> Bool {
        try isEmpty(intersection([left, right]), limit: limit)
    }

    package func matches(_ id: RegexID, _ bytes: [UInt8]) -> Bool {
        store.withLock { store in
            var state = id
            for byte in bytes {
                state = store.derivative(state, by: byte)
                if state == RegexStore.nothing { return false }
            }
            return store.isNullable(state)
        }
    }

    /// The expressions of this moment, under the same numbers, to be extended without the arena.
    internal var snapshot: RegexStore { store.withLock { $0 } }

    /// How many expressions there are: a measure of memory.
    package var count: Int { store.withLock { $0.nodes.count } }
}
