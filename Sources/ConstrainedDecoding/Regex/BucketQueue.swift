// The open ends of a search for a shortest string: the shortest hope first, and among equal ones the last come, so that a
// search which goes straight ahead looks at little else.

internal struct BucketQueue<Element> {
    private var buckets: [[Element]] = []
    /// The priority of the first bucket: that of the first element.
    private var base: Int?
    private var lowest = 0

    /// - Parameter priority: not below that of the first element that came.
    mutating func push(_ element: Element, _ priority: Int) {
        let place = priority - (base ?? priority)
        if base == nil { base = priority }
        while buckets.count <= place { buckets.append([]) }
        buckets[place].append(element)
        lowest = min(lowest, place)
    }

    mutating func pop() -> (element: Element, priority: Int)? {
        guard let base else { return nil }
        while lowest < buckets.count {
            if let element = buckets[lowest].popLast() { return (element, base + lowest) }
            lowest += 1
        }
        return nil
    }
}
