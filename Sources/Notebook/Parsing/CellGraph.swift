// Which cell waits for which: by conversation, by `needs`, and by content. A cycle can't be run; it is printed whole.

/// The cells of a playground and their dependencies.
struct CellGraph {
    private struct Edge {
        var verb: String
        var target: Int
        var location: SourceLocation
    }

    private let cells: [CellDeclaration]
    private var edges: [[Edge]] = []

    /// - Parameter cells: cells with different ids whose references all resolve, or are left out.
    init(_ cells: [CellDeclaration]) {
        self.cells = cells
        let indices = Dictionary(uniqueKeysWithValues: cells.enumerated().map { ($1.id.value, $0) })
        edges = cells.map { cell in
            func edge(_ verb: String, _ id: String, _ location: SourceLocation) -> Edge? {
                indices[id].map { Edge(verb: verb, target: $0, location: location) }
            }
            var result = [cell.continues].compactMap { $0 }.compactMap { edge("continues", $0.value, $0.location) }
            result += cell.needs.compactMap { edge("needs", $0.value, $0.location) }
            for case .text(let template) in cell.prompt {
                for reference in template.references {
                    guard let id = reference.target.cell else { continue }
                    result += [edge("inserts", id, reference.location)].compactMap { $0 }
                }
            }
            for reference in cell.settings.schemaReferences {
                guard case .cellContent(let id, _) = reference.target else { continue }
                result += [edge("takes values of", id, reference.location)].compactMap { $0 }
            }
            return result
        }
    }

    /// A cycle in words, and the reference that closes it.
    struct Cycle {
        var message: String
        var location: SourceLocation
    }

    /// The cycles that a walk in the order of the file closes, at most `limit`. Linear in cells and references.
    func cycles(limit: Int) -> [Cycle] {
        var cycles: [Cycle] = []
        var isFinished = Array(repeating: false, count: cells.count)
        for root in cells.indices where !isFinished[root] {
            // The way from the root: each cell with the number of its edges that have been followed.
            var path: [(cell: Int, followed: Int)] = [(root, 0)]
            var placeOnPath = [root: 0]
            while let (cell, followed) = path.last {
                guard followed < edges[cell].count else {
                    isFinished[cell] = true
                    placeOnPath[cell] = nil
                    path.removeLast()
                    continue
                }
                path[path.count - 1].followed += 1
                let edge = edges[cell][followed]
                if let start = placeOnPath[edge.target] {
                    cycles.append(cycle(path[start...].map { edges[$0.cell][$0.followed - 1] }, edge))
                    if cycles.count == limit { return cycles }
                } else if !isFinished[edge.target] {
                    placeOnPath[edge.target] = path.count
                    path.append((edge.target, 0))
                }
            }
        }
        return cycles
    }

    private func cycle(_ edges: [Edge], _ closing: Edge) -> Cycle {
        var text = "'\(cells[closing.target].id.value)'"
        // Nobody reads hundreds; the first ones and the closing one say where to cut.
        let isLong = edges.count > 24
        for (index, edge) in (isLong ? edges.prefix(20) : edges[...]).enumerated() {
            text += (index == 0 ? " " : ", which ") + "\(edge.verb) '\(cells[edge.target].id.value)'"
        }
        if isLong { text += ", …, which \(closing.verb) '\(cells[closing.target].id.value)'" }
        let message = edges.count == 1 ? "a cell can't wait for itself: \(text)" : "cells wait for each other: \(text)"
        return Cycle(message: message, location: closing.location)
    }
}
