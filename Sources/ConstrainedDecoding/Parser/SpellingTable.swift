// Spellings under way, as lists from the last byte to the first, and sets of finished ones, as lists from the last to the
// first, so that one byte or one name more costs the same however many there were.

internal struct SpellingTable {
    private struct Link: Hashable {
        let before: Int32
        let byte: UInt8
    }

    private struct Set: Hashable {
        let before: Int32
        let last: Int32
    }

    /// Spelling 0 is empty.
    private var links: [Link] = [Link(before: 0, byte: 0)]
    private var linkNumbers: [Link: Int32] = [:]
    /// Set 0 is empty.
    private var sets: [Set] = [Set(before: 0, last: 0)]
    private var setNumbers: [Set: Int32] = [:]
    private var sizes: [Int32] = [0]
    /// The trie of a set; -1 where none was asked for.
    private var tries: [Int32] = [0]

    /// A measure of the memory in use, in bytes.
    var byteCount: Int { links.count * 40 + sets.count * 60 }

    mutating func append(_ byte: UInt8, to spelling: Int32) -> Int32 {
        let link = Link(before: spelling, byte: byte)
        if let known = linkNumbers[link] { return known }
        links.append(link)
        linkNumbers[link] = Int32(links.count - 1)
        return Int32(links.count - 1)
    }

    func bytes(_ spelling: Int32) -> [UInt8] {
        var result: [UInt8] = []
        var place = spelling
        while place != 0 {
            result.append(links[Int(place)].byte)
            place = links[Int(place)].before
        }
        return result.reversed()
    }

    /// - Parameter spelling: is not in the set.
    mutating func insert(_ spelling: Int32, into set: Int32) -> Int32 {
        let larger = Set(before: set, last: spelling)
        if let known = setNumbers[larger] { return known }
        sets.append(larger)
        sizes.append(sizes[Int(set)] + 1)
        tries.append(-1)
        setNumbers[larger] = Int32(sets.count - 1)
        return Int32(sets.count - 1)
    }

    /// The number of spellings in a set, known or not.
    func size(_ set: Int32) -> Int { set < 0 ? -1 - Int(set) : Int(sizes[Int(set)]) }

    /// The node of `names` that stands for a set.
    mutating func trie(_ set: Int32, _ names: inout NameTrie) -> Int32 {
        var path: [Int32] = []
        var place = set
        while tries[Int(place)] < 0 {
            path.append(place)
            place = sets[Int(place)].before
        }
        for next in path.reversed() {
            let before = tries[Int(sets[Int(next)].before)]
            tries[Int(next)] = names.insert(bytes(sets[Int(next)].last), into: before)
        }
        return tries[Int(set)]
    }
}
