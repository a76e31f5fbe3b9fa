// What every page of ours has around its body: the head, the policy that forbids what we do not use, the style sheet, and for a
// page that follows something its one script.

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import Platform

struct Page {
    var title: String
    /// Of this module. Beside it, and what it loads, no script runs.
    var script: StaticString?
    /// What the script reads of the root element.
    var source: String?
    var body: HTML

    /// Style inside the page, pictures inside the page, and nothing else: no connection, no form, no frame. A script only where
    /// there is one, known by its hash, and what that one loads: markup that somebody smuggles in can't start any.
    private var policy: String {
        var scripts = ""
        if let script {
            let hash = Data(SHA256.hash(Array("\(script)".utf8)).bytes).base64EncodedString()
            scripts = "script-src 'sha256-\(hash)' 'strict-dynamic'; "
        }
        return "default-src 'none'; \(scripts)style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
            + "form-action 'none'"
    }

    /// The whole document.
    var text: String {
        let document = HTML { html in
            html.element("html", ["lang": "en", "data-source": source ?? "-"]) { html in
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
                html.element("body") { html in
                    html.add(body)
                    if let script { html.script(script) }
                }
            }
        }
        return "<!DOCTYPE html>\n\(document.text)\n"
    }
}
