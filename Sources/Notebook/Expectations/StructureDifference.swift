// The difference of two structures by JSON Pointer, and of two sequences of calls by number.

internal import FoundationModels

extension Difference {
    /// Places at which two values differ, in the order of the wanted one; of a part that only one of them has, its own place.
    static func places(_ found: JSONValue, _ wanted: JSONValue) -> Difference {
        var changes: [PlaceChange] = []
        collect(found, wanted, at: [], &changes)
        return .places(changes)
    }

    private static func collect(
        _ found: JSONValue, _ wanted: JSONValue, at place: [String], _ changes: inout [PlaceChange]
    ) {
        func add(_ key: String, _ found: JSONValue?, _ wanted: JSONValue?) {
            changes.append(
                PlaceChange(
                    place: (place + [key]).jsonPointer, found: found?.text(.spaced), wanted: wanted?.text(.spaced)))
        }
        switch (found, wanted) {
        case (.object(let old), .object(let new)):
            for member in new {
                if let other = found[member.key] {
                    collect(other, member.value, at: place + [member.key], &changes)
                } else {
                    add(member.key, nil, member.value)
                }
            }
            for member in old where wanted[member.key] == nil { add(member.key, member.value, nil) }
        case (.array(let old), .array(let new)):
            for index in 0..<max(old.count, new.count) {
                if index < old.count, index < new.count {
                    collect(old[index], new[index], at: place + ["\(index)"], &changes)
                } else {
                    add("\(index)", index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
                }
            }
        default:
            guard !found.isEqual(to: wanted) else { return }
            changes.append(
                PlaceChange(place: place.jsonPointer, found: found.text(.spaced), wanted: wanted.text(.spaced)))
        }
    }
}

extension JSONValue {
    /// Whether two values are the same to JSON: numbers by value, objects whatever their order.
    func isEqual(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)):
            // Beyond 15 digits doubles don't tell numbers apart.
            return one == two || (max(one.literal.count, two.literal.count) <= 15 && one.double == two.double)
        case (.array(let one), .array(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let one), .object(let two)):
            return one.count == two.count
                && one.allSatisfy { member in other[member.key].map { member.value.isEqual(to: $0) } ?? false }
        default: return self == other
        }
    }
}
