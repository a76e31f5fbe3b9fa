// Sets of strings that grow one by one and share what they have in common: the names that an object has used. A set with
// one string more costs the nodes along that string. (Path copying: Driscoll, Sarnak, Sleator and Tarjan, Making Data
// Structures Persistent, 1989, doi:10.1016/0022-0000(89)90034-2.)

/// Tries in one table; a node stands for the set of strings below it. Node 0 is the empty set.
internal struct NameTrie {
    private var edgeStart: [Int32] = [0]
    private var edgeCount: [Int32] = [0]
    private var edgeByte: [UInt8] = []
    private var edgeTarget: [Int32] = []
    private var accepting: [Bool] = [false]

    /// A measure of the memory in use, in bytes.
    var byteCount: Int { accepting.count * 9 + edgeByte.count * 5 }

    func accepts(_ node: Int32) -> Bool { accepting[Int(node)] }

    /// The lengths of the strings.
    func lengths(_ node: Int32) -> [Int] {
        var result: [Int] = []
        var work = [(node: node, length: 0)]
        while let next = work.popLast() {
            if accepting[Int(next.node)] { result.append(next.length) }
            for edge in Int(edgeStart[Int(next.node)])..<edgeEnd(next.node) {
                work.append((edgeTarget[edge], next.length + 1))
            }
        }
        return result
    }

    /// Whether the set holds the empty string and no other.
    func isEnd(_ node: Int32) -> Bool { accepting[Int(node)] && edgeCount[Int(node)] == 0 }

    /// What may follow `byte`; 0 where nothing does.
    func child(_ node: Int32, _ byte: UInt8) -> Int32 {
        let place = lowerBound(node, byte)
        guard place < edgeEnd(node), edgeByte[place] == byte else { return 0 }
        return edgeTarget[place]
    }

    func bytes(from node: Int32) -> ArraySlice<UInt8> { edgeByte[Int(edgeStart[Int(node)])..<edgeEnd(node)] }

    /// The set with `string` in it.
    mutating func insert(_ string: [UInt8], into root: Int32) -> Int32 {
        var path = [root]
        for byte in string { path.append(child(path[path.count - 1], byte)) }
        guard !accepting[Int(path[string.count])] else { return root }
        var made = copy(path[string.count], isAccepting: true, edge: nil)
        for place in string.indices.reversed() {
            let node = path[place]
            made = copy(node, isAccepting: accepting[Int(node)], edge: (string[place], made))
        }
        return made
    }

    private mutating func copy(_ node: Int32, isAccepting: Bool, edge: (byte: UInt8, target: Int32)?) -> Int32 {
        let start = edgeByte.count
        let old = Int(edgeStart[Int(node)])..<edgeEnd(node)
        let split = edge.map { lowerBound(node, $0.byte) } ?? old.upperBound
        for place in old.lowerBound..<split { append(edgeByte[place], edgeTarget[place]) }
        var next = split
        if let edge {
            append(edge.byte, edge.target)
            if next < old.upperBound, edgeByte[next] == edge.byte { next += 1 }
        }
        for place in next..<old.upperBound { append(edgeByte[place], edgeTarget[place]) }
        edgeStart.append(Int32(start))
        edgeCount.append(Int32(edgeByte.count - start))
        accepting.append(isAccepting)
        return Int32(accepting.count - 1)
    }

    private mutating func append(_ byte: UInt8, _ target: Int32) {
        edgeByte.append(byte)
        edgeTarget.append(target)
    }

    private func edgeEnd(_ node: Int32) -> Int { Int(edgeStart[Int(node)] + edgeCount[Int(node)]) }

    private func lowerBound(_ node: Int32, _ byte: UInt8) -> Int {
        var low = Int(edgeStart[Int(node)])
        var high = edgeEnd(node)
        while low < high {
            let middle = (low + high) / 2
            if edgeByte[middle] < byte { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
