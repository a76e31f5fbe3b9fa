// A binary heap: what comes out next is the smallest.

/// A priority queue.
struct MinHeap<Element: Comparable> {
    private var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }

    mutating func removeAll() {
        elements.removeAll(keepingCapacity: true)
    }

    /// Cost: O(log n).
    mutating func insert(_ element: Element) {
        var hole = elements.count
        elements.append(element)
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard element < elements[parent] else { break }
            elements[hole] = elements[parent]
            hole = parent
        }
        elements[hole] = element
    }

    /// Takes out the smallest element. Cost: O(log n).
    mutating func popFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        let count = elements.count
        guard count > 0 else { return first }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < count else { break }
            if child + 1 < count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < last else { break }
            elements[hole] = elements[child]
            hole = child
        }
        elements[hole] = last
        return first
    }
}
