// Where a value starts behind its anchor. libyaml's mark for `&name value` is that of the `&`.

extension SourceLines {
    /// The first place at or after an anchor, before `end`, that is neither anchor, space nor comment; else `start`.
    func contentStart(from start: SourcePosition, to end: SourcePosition) -> SourcePosition {
        var index = byteOffset(of: start)
        let limit = byteOffset(of: end)
        while index < limit, bytes[index] > 0x20 { index += 1 }
        while index < limit {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "#"):
                while index < limit, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            default: return position(ofByte: index)
            }
        }
        return start
    }
}
