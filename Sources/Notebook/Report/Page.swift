// What every page of ours has around its body: the head, the policy that forbids what we do not use, and the style sheet.

internal import FoundationModels

enum Page {
    /// Style inside the page, pictures inside the page, and nothing else: no script, no connection, no form, no frame.
    static let staticPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

    /// A whole document.
    static func text(title: String, policy: String, body: HTML) -> String {
        let document = HTML { html in
            html.element("html", ["lang": "en"]) { html in
                html.newline()
                html.element("head") { head in
                    head.element("meta", ["charset": "utf-8"])
                    head.newline()
                    head.element("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
                    head.newline()
                    head.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                    head.element("meta", ["name": "referrer", "content": "no-referrer"])
                    head.newline()
                    head.element("title", text: title)
                    head.newline()
                    head.style(PageStyle.sheet)
                }
                html.newline()
                html.element("body") { $0.add(body) }
            }
        }
        return "<!DOCTYPE html>\n\(document.text)\n"
    }
}

extension OutputEntry {
    /// The content for people: by a schema, a line a value.
    var readableContent: String {
        guard schema != nil, let json = try? JSONValue(parsing: content) else { return content }
        return json.text(.indented)
    }
}
