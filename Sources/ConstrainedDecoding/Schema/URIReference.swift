// Resolution of URI references (RFC 3986, section 5), as far as `$id` and `$ref` need it.

enum URIReference {
    /// What stands before `#`, and what stands after it; nil where there is no `#`.
    static func split(_ reference: String) -> (resource: String, fragment: String?) {
        guard let hash = reference.firstIndex(of: "#") else { return (reference, nil) }
        return (String(reference[..<hash]), String(reference[reference.index(after: hash)...]))
    }

    /// `reference`, without fragment, as it reads from `base`.
    static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        if scheme(reference) != nil { return normalized(reference) }
        guard let scheme = scheme(base) else {
            return base.isEmpty || reference.hasPrefix("/") ? reference : merged(path: base, reference)
        }
        let rest = base.dropFirst(scheme.count + 1)
        if reference.hasPrefix("//") { return normalized(scheme + ":" + reference) }
        guard rest.hasPrefix("//") else {
            return scheme + ":" + merged(path: String(rest), reference)
        }
        let afterSlashes = rest.dropFirst(2)
        let authority = afterSlashes.prefix { $0 != "/" && $0 != "?" }
        let root = "\(scheme)://\(authority)"
        if reference.hasPrefix("/") { return normalized(root + reference) }
        let path = afterSlashes.dropFirst(authority.count).prefix { $0 != "?" }
        if reference.hasPrefix("?") { return root + path + reference }
        return normalized(root + merged(path: path.isEmpty ? "/" : String(path), reference))
    }

    private static func merged(path: String, _ reference: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return reference }
        return removingDots(String(path[...slash]) + reference)
    }

    private static func scheme(_ text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), let first = text.unicodeScalars.first, first.isASCII,
            first.properties.isAlphabetic
        else { return nil }
        let scheme = text[..<colon]
        guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
            return nil
        }
        return String(scheme)
    }

    private static func normalized(_ uri: String) -> String {
        guard let scheme = scheme(uri) else { return uri }
        let rest = uri.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return uri }
        let afterSlashes = rest.dropFirst(2)
        let authority = afterSlashes.prefix { $0 != "/" && $0 != "?" }
        let path = String(afterSlashes.dropFirst(authority.count))
        return "\(scheme)://\(authority)" + removingDots(path)
    }

    private static func removingDots(_ path: String) -> String {
        guard path.contains("/.") || path.hasPrefix(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (place, segment) in segments.enumerated() {
            let isLast = place == segments.count - 1
            if segment == "." {
                if isLast { kept.append("") }
            } else if segment == ".." {
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    /// `%25` and its like as the bytes they stand for.
    static func decodingPercents(_ text: String) -> String {
        guard text.contains("%") else { return text }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x25, at + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
            {
                result.append(value)
                at += 3
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
