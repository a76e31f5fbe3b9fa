// The formats that are enforced, as patterns of this module's own dialect. Each accepts only what its standard allows;
// where a standard's language is not regular, or a rarity would make it large, a subset stands, and says so.

/// A `format` of JSON Schema that is enforced. All others are annotations.
package enum StringFormat: String, Sendable, CaseIterable {
    case date
    case time
    case dateTime = "date-time"
    case duration
    case uuid
    case email
    case hostname
    case ipv4
    case ipv6
    case uri
    case regex

    /// The contents of strings in this format.
    package func content(in arena: RegexArena) throws(PatternError) -> RegexID {
        var parts: [RegexID] = []
        for pattern in patterns {
            parts.append(
                try PatternCompiler.content("^(?:\(pattern))$", dialect: .ecmaScript, in: arena))
        }
        return arena.intersection(parts)
    }

    /// All of them must match, as a whole.
    private var patterns: [String] {
        switch self {
        case .date: [Self.datePattern]
        case .time: [Self.timePattern]
        case .dateTime: ["(?:\(Self.datePattern))[Tt](?:\(Self.timePattern))"]
        case .duration: [Self.durationPattern]
        case .uuid: ["[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"]
        case .email: [Self.emailPattern, "[^@]{1,64}@.*|\"(?:[^\"\\\\]|\\\\.){0,62}\"@.*"]
        case .hostname: [Self.hostPattern, ".{1,253}"]
        case .ipv4: [Self.ipv4Pattern]
        case .ipv6: [Self.ipv6Pattern]
        case .uri: [Self.uriPattern]
        case .regex: [Self.regexPattern]
        }
    }

    /// RFC 3339 `full-date`: days that the Gregorian calendar has.
    private static let datePattern: String = {
        let leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
        let long = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])"
        let short = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)"
        let february = "02-(?:0[1-9]|1\\d|2[0-8])"
        return "\\d{4}-(?:\(long)|\(short)|\(february))|\(leapYear)-02-29"
    }()

    /// RFC 3339 `full-time`. A leap second stands at 23:59:60 UTC: with the offset zero, or with whole hours of it.
    private static let timePattern: String = {
        let fraction = "(?:\\.\\d+)?"
        let plain = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\(fraction)(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)"
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let zones = (0..<24).map { hours in
            let ahead = "\(two((23 + hours) % 24)):59:60\(fraction)\\+\(two(hours)):00"
            let behind = "\(two(23 - hours)):59:60\(fraction)-\(two(hours)):00"
            return "\(ahead)|\(behind)"
        }
        return "\(plain)|23:59:60\(fraction)[Zz]|" + zones.joined(separator: "|")
    }()

    /// RFC 3339, appendix A.
    private static let durationPattern: String = {
        let time = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)"
        let date = "(?:\\d+D|\\d+M(?:\\d+D)?|\\d+Y(?:\\d+M(?:\\d+D)?)?)"
        return "P(?:\(date)(?:\(time))?|\(time)|\\d+W)"
    }()

    /// One label without `--` at its third and fourth place: no internationalised ones, whose validity is not regular.
    private static let labelPattern =
        "(?:[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-][A-Za-z0-9]"
        + "|[A-Za-z0-9][A-Za-z0-9-](?:[A-Za-z0-9][A-Za-z0-9-]|-[A-Za-z0-9])[A-Za-z0-9-]{0,58}[A-Za-z0-9]"
        + "|[A-Za-z0-9][A-Za-z0-9-][A-Za-z0-9-][A-Za-z0-9])"
    private static let hostPattern = "\(labelPattern)(?:\\.\(labelPattern))*"

    private static let octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
    private static let ipv4Pattern = "\(octet)(?:\\.\(octet)){3}"

    /// RFC 4291, section 2.2, without a zone.
    private static let ipv6Pattern: String = {
        let group = "[0-9A-Fa-f]{1,4}"
        let last = "(?:\(group):\(group)|\(ipv4Pattern))"
        var forms = ["(?:\(group):){6}\(last)"]
        // `::` stands for one group at least; n groups before it leave at most 7 - n for what follows.
        for before in 0...7 {
            let head = before == 0 ? "" : "\(group)(?::\(group)){\(before - 1)}"
            let after = 7 - before
            var tails = ["", group]
            if after == 0 { tails = [""] }
            if after >= 2 { tails.append("(?:\(group):){0,\(after - 2)}\(last)") }
            forms.append("\(head)::(?:\(tails.joined(separator: "|")))")
        }
        return forms.joined(separator: "|")
    }()

    /// RFC 5321 `Mailbox`: a dotted or quoted local part; a host name, or an address in brackets.
    private static let emailPattern: String = {
        let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
        let quoted = "\"(?:[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\x20-\\x7E])*\""
        let address = "\\[(?:\(ipv4Pattern)|IPv6:(?:\(ipv6Pattern)))\\]"
        return "(?:\(atom)(?:\\.\(atom))*|\(quoted))@(?:\(hostPattern)|\(address))"
    }()

    /// RFC 3986 `URI`, without its `IPvFuture`.
    private static let uriPattern: String = {
        let encoded = "%[0-9A-Fa-f]{2}"
        let common = "A-Za-z0-9\\-._~!$&'()*+,;="
        let pchar = "(?:[\(common):@]|\(encoded))"
        let user = "(?:(?:[\(common):]|\(encoded))*@)?"
        let name = "(?:[\(common)]|\(encoded))*"
        let host = "(?:\\[(?:\(ipv6Pattern))\\]|\(name))"
        let authority = "//\(user)\(host)(?::\\d*)?(?:/\(pchar)*)*"
        let path = "/(?:\(pchar)+(?:/\(pchar)*)*)?|\(pchar)+(?:/\(pchar)*)*|"
        let tail = "(?:[/?]|\(pchar))*"
        return "[A-Za-z][A-Za-z0-9+.-]*:(?:\(authority)|\(path))(?:\\?\(tail))?(?:#\(tail))?"
    }()

    /// Patterns of ECMA-262 without names and references to groups, with ranges between letters of one case or between
    /// digits, and with groups at most three deep: the whole language is not regular.
    private static let regexPattern: String = {
        let escape =
            "\\\\(?:[dDwWsSfnrtv^$\\\\.*+?()\\[\\]{}|/]|x[0-9A-Fa-f]{2}|u[0-9A-Ca-cEe-fF][0-9A-Fa-f]{3}|c[A-Za-z])"
        let classEscape = "\\\\(?:[dDwWsS]|[fnrtv^$\\\\.*+?()\\[\\]{}|/-])"
        // A range whose ends are in order, seen by halves: other hyphens stand first or last.
        let range = "a-[a-z]|[b-m]-[n-z]|A-[A-Z]|[B-M]-[N-Z]|0-\\d|[1-4]-[5-9]"
        let characterClass =
            "\\[\\^?-?(?:\(range)|[^\\]\\[\\\\\\-\\x00-\\x1F^]|\(classEscape))*-?\\]"
        let letter = "[^\\^$\\\\.*+?()\\[\\]{}|\\x00-\\x1F]"
        // Counts whose ends are in order: by their digits, or by the number of them.
        let tens = (1...9).map { "\($0)\\d,(?:\($0)9|\($0 == 9 ? "" : "[\($0 + 1)-9]\\d|")[1-9]\\d\\d)" }
        let ones = (0...9).map { "\($0),[\($0)-9]" }
        let count = "\\{(?:\\d{1,3},?|\((ones + tens).joined(separator: "|"))|\\d,[1-9]\\d{1,2})\\}"
        let quantifier = "(?:(?:[*+?]|\(count))\\??)?"
        func level(_ inner: String?) -> String {
            let group = inner.map { "|\\((?:\\?:)?\($0)\\)" } ?? ""
            let assertion = inner.map { "|\\(\\?[=!]\($0)\\)" } ?? ""
            let atom = "(?:\(letter)|\\.|\(escape)|\(characterClass)\(group))\(quantifier)"
            return "(?:\(atom)|[\\^$|]|\\\\[bB]\(assertion))*"
        }
        return level(level(level(level(nil))))
    }()
}
