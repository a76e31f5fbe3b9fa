// Formats against the calendar, and against a table of what is in and what is out.

import ConstrainedDecoding
import Testing

struct StringFormatTests {
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test("dates are the days of the Gregorian calendar")
    func calendar() throws {
        let arena = RegexArena()
        let dates = try StringFormat.date.content(in: arena)
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var wrong: [String] = []
        for (year, isLeap) in [("1900", false), ("2000", true), ("2023", false), ("2024", true), ("0000", true)] {
            for month in 0...13 {
                for day in 0...32 {
                    let length =
                        lengths.indices.contains(month - 1) ? lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) : 0
                    let text = "\(year)-\(Self.two(month))-\(Self.two(day))"
                    let isDay = day >= 1 && day <= length
                    if arena.matches(dates, Array(text.utf8)) != isDay { wrong.append(text) }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        "formats",
        arguments: [
            (StringFormat.time, "23:59:60Z", true), (.time, "22:59:60Z", false), (.time, "22:59:60-01:00", true),
            (.time, "24:00:00Z", false), (.time, "12:00:00.5+05:30", true), (.time, "12:00:00", false),
            (.dateTime, "2026-02-29T00:00:00Z", false), (.dateTime, "2024-02-29T00:00:00Z", true),
            (.duration, "P1Y2M3DT4H5M6S", true), (.duration, "P", false), (.duration, "P1DT", false),
            (.duration, "P2W", true),
            (.uuid, "2EB8AA08-aa98-11ea-b4aa-73b441d16380", true), (.uuid, "2eb8aa08aa9811eab4aa73b441d16380", false),
            (.email, "a.b@example.com", true), (.email, "a..b@example.com", false), (.email, "\"a b\"@x.org", true),
            (.email, "a@[127.0.0.1]", true), (.hostname, "a-b.example", true), (.hostname, "-a.example", false),
            (.hostname, "a.", false), (.hostname, "xn--X", false),
            (.hostname, String(repeating: "a", count: 63), true), (.hostname, String(repeating: "a", count: 64), false),
            (.ipv4, "127.0.0.1", true), (.ipv4, "127.0.0.01", false), (.ipv4, "256.1.1.1", false), (.ipv6, "::", true),
            (.ipv6, "1::8", true), (.ipv6, "1:2:3:4:5:6:7:8", true), (.ipv6, "1:2:3:4:5:6:7", false),
            (.ipv6, "1:2:3:4:5:6:7::", true), (.ipv6, "::1:2:3:4:5:6:7:8", false), (.ipv6, "::ffff:1.2.3.4", true),
            (.ipv6, "1::2::3", false), (.uri, "http://a.b/c?d#e", true), (.uri, "//a.b/c", false),
            (.uri, "urn:a:b", true),
            (.uri, "http://[::1]:80/", true), (.uri, "http://a b", false), (.regex, "^a(b|[c-])*$", true),
            (.regex, "a**", false), (.regex, "(a", false), (.regex, "a{5,100}", true), (.regex, "a{5,1}", false),
            (.regex, "^[a-zA-Z0-9_]{3,16}$", true), (.regex, "[c-x]{12,19}\\b", true), (.regex, "[z-a]", false),
            (.regex, "a{30,005}", false), (.regex, "a{31,30}", false), (.regex, "^(?!x)(?:a|b)+$", true),
            (.regex, "(?=*)", false), (.regex, "^/api/(.*)$", true), (.regex, "\\/a[/]", true),
        ])
    func table(format: StringFormat, text: String, isMatch: Bool) throws {
        let arena = RegexArena()
        let content = try format.content(in: arena)
        #expect(arena.matches(content, JSONString(text).spelledContent) == isMatch)
    }

    @Test("every format has a text, so that none makes a schema unsatisfiable", arguments: StringFormat.allCases)
    func isInhabited(format: StringFormat) throws {
        let arena = RegexArena()
        let content = try format.content(in: arena)
        let texts: [StringFormat: String] = [
            .date: "2024-02-29", .time: "00:00:00Z", .dateTime: "2024-02-29T00:00:00Z", .duration: "P1D",
            .uuid: "00000000-0000-0000-0000-000000000000", .email: "a@b", .hostname: "a", .ipv4: "0.0.0.0", .ipv6: "::",
            .uri: "a:", .regex: "",
        ]
        let text = try #require(texts[format])
        #expect(arena.matches(content, Array(text.utf8)))
    }

    @Test(
        "what is generated for the format 'regex' compiles",
        arguments: ["a|b", "[^-a]?", "\\d+\\.", "(?:a(b(c)))", "x{2,}?"])
    func regexes(text: String) throws {
        let arena = RegexArena()
        #expect(arena.matches(try StringFormat.regex.content(in: arena), JSONString(text).spelledContent))
        _ = try PatternCompiler.content(text, dialect: .ecmaScript, in: arena)
    }
}
