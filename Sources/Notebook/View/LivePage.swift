// The page that follows a watch: written once, and filled by a script beside it that it loads again and again. No server, for a
// browser lets a page from a file load scripts from files; the data file calls `view` with what there is to show.

internal import FoundationModels
internal import Platform

extension LiveView {
    /// The file of the page.
    var page: String {
        let body = HTML { html in
            html.element("a", ["class": "skip", "href": "#page"], text: "Skip to the content")
            html.element("main", ["id": "page"]) { main in
                main.element("h1", text: paths.name)
                main.element("p", ["class": "note"], text: "Waiting for the first run…")
            }
            html.element("noscript") { html in
                html.element(
                    "p", ["class": "reason"], text: "This page follows a run by a script, and scripts are off.")
            }
            html.newline()
        }
        return Page(
            title: paths.name, script: LiveScript.source, source: FileSystem.name(of: paths.liveData), body: body
        ).text
    }

    /// The file that the page loads: one call with the title, whether to look again soon, and the content as markup.
    ///
    /// - Parameter stamp: another one for every other content.
    func data(stamp: String) -> String {
        let json = JSONValue.object([
            JSONMember(key: "stamp", value: .string(stamp)),
            JSONMember(key: "title", value: .string(title)),
            JSONMember(key: "isRunning", value: .bool(isRunning)),
            JSONMember(key: "html", value: .string(scrubber.scrubbed(content.text))),
        ])
        return "view(\(json.text(.compact)))\n"
    }

    private var name: String { report.title ?? paths.name }

    /// Of the window: what goes on first, for it is often all of the title that is seen.
    private var title: String { isRunning ? "● \(name)" : complaints == nil ? name : "✗ \(name)" }

    private var status: (word: String, kind: String) {
        if hasEnded { return ("the watch has ended", "cancelled") }
        if let cell = report.cells.first(where: { $0.progress?.isUnderWay ?? false }) {
            return ("answering \(cell.id)", "answering")
        }
        if isRunning { return ("running", "answering") }
        if complaints != nil { return ("the file is wrong", "failed") }
        return isPaused ? ("paused", "cancelled") : ("waiting for the next save", "fresh")
    }

    private var content: HTML {
        HTML { html in
            html.element("header", ["class": "page"]) { header in
                header.element("h1", ["dir": "auto"], text: name)
                header.element("p", ["class": "path"], text: paths.source)
            }
            bar(&html)
            if let complaints {
                html.element("section", ["class": "complaints", "role": "alert"]) { section in
                    section.element("p", text: "The file can't be run. Below are the last good results.")
                    section.element("pre", text: complaints)
                }
            }
            html.element("section", ["id": "cells"]) {
                $0.add(ReportSection(report: report, anchor: "p1", level: 2).html)
            }
        }
    }

    private func bar(_ html: inout HTML) {
        html.element("div", ["class": "bar"]) { bar in
            let status = status
            bar.element("span", ["class": "state \(status.kind)", "role": "status"], text: status.word)
            if inputTokenCount > 0 {
                bar.element(
                    "span", ["class": "note"],
                    text: "\(cachedTokenCount) of \(inputTokenCount) input tokens cached "
                        + "(\(cachedTokenCount * 100 / inputTokenCount) %)")
            }
            if !message.isEmpty { bar.element("span", ["class": "note", "dir": "auto"], text: message) }
            bar.element("label") { label in
                label.element("input", ["type": "checkbox", "id": "follow", "checked": ""])
                label.add(" follow the answer")
            }
        }
    }
}
