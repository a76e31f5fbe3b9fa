// The order in which cells are answered: what a cell depends on comes first, and a conversation is followed to its leaves
// before another is begun, so that a fork finds what it shares still computed. Conversations that begin with the same
// instructions follow one another, for the same reason.

/// Cells in the order of their answers.
enum CellOrder {
    /// - Parameter cells: without cycles, all references resolving. Cost: n log n.
    static func sorted(_ cells: [CellDeclaration]) -> [CellDeclaration] {
        let indices = Dictionary(cells.enumerated().map { ($1.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        var waiting = cells.map { $0.dependencies.compactMap { indices[$0] }.count }
        var dependants: [[Int]] = Array(repeating: [], count: cells.count)
        for (index, cell) in cells.enumerated() {
            for dependency in cell.dependencies.compactMap({ indices[$0] }) { dependants[dependency].append(index) }
        }
        let rank = ranks(of: cells)
        // Continuations of the cell just answered lie on the stack; whatever else is ready waits in the order of its rank.
        var stack: [Int] = []
        var others = cells.indices.filter { waiting[$0] == 0 }.sorted { rank[$0] > rank[$1] }
        var order: [CellDeclaration] = []
        while let index = stack.popLast() ?? others.popLast() {
            let cell = cells[index]
            order.append(cell)
            for dependant in dependants[index].reversed() {
                waiting[dependant] -= 1
                guard waiting[dependant] == 0 else { continue }
                if cells[dependant].continues?.value == cell.id.value {
                    stack.append(dependant)
                } else {
                    others.insert(dependant, at: place(of: dependant, in: others, by: rank))
                }
            }
        }
        return order
    }

    /// The order of cells that depend on nothing: that of the file, but for cells whose instructions stand before already.
    private static func ranks(of cells: [CellDeclaration]) -> [Int] {
        // A cell without instructions of its own has those of the file.
        var first: [String?: Int] = [:]
        let groups = cells.enumerated().map { index, cell in
            let instructions = cell.instructions?.substituting { "\u{0}\($0.target)\u{0}" }
            let place = first[instructions] ?? index
            first[instructions] = place
            return (group: place, index: index)
        }
        var rank = Array(repeating: 0, count: cells.count)
        for (position, place) in groups.sorted(by: <).enumerated() { rank[place.index] = position }
        return rank
    }

    /// Where an index goes among others of falling ranks.
    private static func place(of index: Int, in falling: [Int], by rank: [Int]) -> Int {
        var range = 0..<falling.count
        while let last = range.last {
            let middle = range.lowerBound + (last - range.lowerBound) / 2
            range = rank[falling[middle]] < rank[index] ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
