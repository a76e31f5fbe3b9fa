// A finite set of byte strings as a trie: what a long enumeration becomes instead of a union of as many expressions.

/// Accepts exactly the strings that it was made of.
package struct LiteralAutomaton: ByteAutomaton {
    /// Edges of node n stand in `edgeStart[n]..<edgeStart[n + 1]`, by ascending byte.
    private let edgeStart: [Int32]
    private let edgeByte: [UInt8]
    private let edgeTarget: [Int32]
    private let accepting: [Bool]
    /// The shortest rest at each node.
    private let rest: [Int32]

    /// - Parameter literals: in any order; repetitions are harmless.
    package init(_ literals: [[UInt8]]) {
        let sorted = literals.sorted { $0.lexicographicallyPrecedes($1) }
        var parent: [Int32] = [-1]
        var label: [UInt8] = [0]
        var accepting = [false]
        var path: [Int32] = [0]  // the nodes along the string before
        var before: [UInt8] = []
        for literal in sorted {
            var common = 0
            while common < min(before.count, literal.count), before[common] == literal[common] { common += 1 }
            path.removeSubrange((common + 1)...)
            for byte in literal[common...] {
                parent.append(path[path.count - 1])
                label.append(byte)
                accepting.append(false)
                path.append(Int32(parent.count - 1))
            }
            accepting[Int(path[path.count - 1])] = true
            before = literal
        }
        var starts = [Int32](repeating: 0, count: parent.count + 1)
        for node in parent.indices.dropFirst() { starts[Int(parent[node]) + 1] += 1 }
        for node in parent.indices { starts[node + 1] += starts[node] }
        var fill = starts
        var bytes = [UInt8](repeating: 0, count: parent.count - 1)
        var targets = [Int32](repeating: 0, count: parent.count - 1)
        for node in parent.indices.dropFirst() {
            let place = Int(fill[Int(parent[node])])
            fill[Int(parent[node])] += 1
            bytes[place] = label[node]
            targets[place] = Int32(node)
        }
        var rest = accepting.map { $0 ? Int32(0) : Int32.max - 1 }
        for node in parent.indices.dropFirst().reversed() {
            rest[Int(parent[node])] = min(rest[Int(parent[node])], rest[node] + 1)
        }
        self.rest = rest
        edgeStart = starts
        edgeByte = bytes
        edgeTarget = targets
        self.accepting = accepting
    }

    /// The lengths of the strings that it accepts from a state on.
    package func lengths(from state: Int) -> [Int] {
        var result: [Int] = []
        var work = [(state: state, length: 0)]
        while let next = work.popLast() {
            if accepting[next.state] { result.append(next.length) }
            for edge in edgeStart[next.state]..<edgeStart[next.state + 1] {
                work.append((Int(edgeTarget[Int(edge)]), next.length + 1))
            }
        }
        return result
    }

    package var start: Int { 0 }

    package func step(_ state: Int, _ byte: UInt8) -> Int? {
        var low = Int(edgeStart[state])
        var high = Int(edgeStart[state + 1])
        while low < high {
            let middle = (low + high) / 2
            if edgeByte[middle] < byte { low = middle + 1 } else { high = middle }
        }
        guard low < Int(edgeStart[state + 1]), edgeByte[low] == byte else { return nil }
        return Int(edgeTarget[low])
    }

    package func leastLength(from state: Int) -> Int { Int(rest[state]) }

    package func accepts(_ state: Int) -> Bool { accepting[state] }

    package func bytes(from state: Int) -> ByteSet {
        ByteSet(edgeByte[Int(edgeStart[state])..<Int(edgeStart[state + 1])])
    }
}
