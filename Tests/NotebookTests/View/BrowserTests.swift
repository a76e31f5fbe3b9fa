// The pages in a real browser: a live page follows its data file, nothing in a hostile notebook runs, and nothing lies over
// anything else at three widths, light and dark, with text that can be read.

import Foundation
import Notebook
import Platform
import TestSupport
import Testing

@testable import Notebook

/// Put into copies of pages whose policy was taken away; tells the page around what is wrong. Nothing of it is in any page.
private let measuring = #"""
    // The bar at the top stays there while the page moves below it.
    scrollTo(0, 0);
    const wrong = new Set(), name = element => element.nodeName.toLowerCase() + "." + (element.getAttribute("class") ?? "")
      + " " + element.textContent.slice(0, 24);
    const area = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const blocks = "article, article > header, .turn, figure, section, .fields > div > *, .turn > *, tr > *, h1, h2, h3, p, .summary > li, .index > li, .bar, .bar > *, details, summary, svg text";
    const groups = new Map();
    for (const element of document.querySelectorAll(blocks)) {
      if (element.closest("details:not([open])") && !element.matches("details, summary")) continue;
      const key = element.matches("svg text") ? element.closest("svg") : element.parentElement.matches(".fields > div") ? element.parentElement.parentElement : element.parentElement;
      groups.set(key, [...groups.get(key) ?? [], element]);
    }
    for (const [parent, all] of groups) {
      const boxes = all.map(element => element.getBoundingClientRect());
      for (let i = 0; i < all.length; i++) {
        for (let k = i + 1; k < all.length; k++)
          if (area(boxes[i], boxes[k]) > 1.5) wrong.add("overlap: " + name(all[i]) + " | " + name(all[k]));
        const around = all[i].closest(".scroll") ? null : parent.getBoundingClientRect();
        if (around && (boxes[i].right > around.right + 1.5 || boxes[i].left < around.left - 1.5)) wrong.add("sticks out: " + name(all[i]));
        if (all[i].matches("svg text")) {
          const frame = parent.getBoundingClientRect();
          if (boxes[i].left < frame.left - 1 || boxes[i].right > frame.right + 1 || boxes[i].bottom > frame.bottom + 1) wrong.add("cut off: " + name(all[i]));
          if (boxes[i].height < 8) wrong.add("too small: " + name(all[i]) + boxes[i].height);
        }
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.add("wider than the window: " + document.documentElement.scrollWidth);
    const channel = c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
    const light = color => { const [r, g, b] = color.match(/[\d.]+/g).map(Number); return .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b); };
    const ground = element => { for (; element; element = element.parentElement) { const c = getComputedStyle(element).backgroundColor; if (!/, 0\)$/.test(c)) return c; } return "rgb(255, 255, 255)"; };
    for (const element of document.querySelectorAll("body *")) {
      if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
      if (element.matches("style, script, noscript, .skip")) continue;
      const style = getComputedStyle(element), inSVG = element.matches("svg *");
      if (element.matches("svg title")) continue;
      const [a, b] = [light(inSVG ? style.fill : style.color), light(ground(element.closest("svg") ?? element))].sort((a, b) => b - a);
      if ((a + .05) / (b + .05) < 4.5) wrong.add("faint: " + name(element) + " " + style.color);
    }
    const dark = light(getComputedStyle(document.body).backgroundColor) < .2;
    parent.postMessage({width: innerWidth, dark, articles: document.querySelectorAll("article").length, wrong: [...wrong].slice(0, 20)}, "*");
    """#

@Suite("Pages in a browser", .serialized, .enabled(if: Browser.isThere, "needs Chromium"))
struct BrowserTests {
    @Test("A live page follows a data file that is replaced")
    func follows() throws {
        let folder = try ScratchFolder()
        let desk = try Workspace(deskSource)
        var view = LiveView(desk.paths)
        let path = desk.paths.source
        view.take(.loaded(playground: path, try desk.standing(), edited: []))
        view.take(.runStarted(playground: path))
        view.take(.run(playground: path, .started(cell: "sort", prompt: "Sort this.")))
        _ = try folder.write(Array(view.page.utf8), to: "desk.html")
        let data = folder["desk.js"]
        let start = view
        let document = try Browser.document(of: folder["desk.html"], milliseconds: 300_000, in: folder) { isOver in
            var view = start
            var number = 0
            while !isOver() {
                number += 1
                view.take(.run(playground: path, .answering(cell: "sort", delta: "word\(number) ")))
                try FileSystem.publish(data, Array(view.data(stamp: "\(number)").utf8))
                usleep(20000)
            }
        }
        let changes = try #require(document.firstMatch(of: #/data-changes="(\d+)"/#).flatMap { Int($0.1) })
        let last = try #require(document.firstMatch(of: #/data-stamp="(\d+)"/#).flatMap { Int($0.1) })
        // Seen more than once while it grew, and as it was at the last look.
        #expect(changes > 1)
        #expect(last > changes / 2)
        #expect(document.contains("word1 "))
        #expect(document.contains(" word\(last) "))
        #expect(!document.contains(" word\(last + 1) "))
        #expect(document.contains("<title>● desk</title>"))
    }

    /// A page as it stands after a run of a hostile notebook, and one in the middle of it.
    private func hostilePages() async throws -> (report: String, page: String, data: [String]) {
        let notebook = try HostileNotebook()
        let paths = notebook.workspace.paths
        var view = LiveView(paths)
        view.take(.loaded(playground: paths.source, try notebook.workspace.standing(), edited: []))
        view.take(.broken(playground: paths.source, complaints: HostileNotebook.markup + HostileNotebook.longWord))
        view.take(.runStarted(playground: paths.source))
        var events: [RunEvent] = []
        try await notebook.run { events.append($0) }
        var data: [String] = []
        for event in events {
            view.take(.run(playground: paths.source, event))
            if case .answering(cell: "right", _) = event, data.isEmpty { data.append(view.data(stamp: "1")) }
        }
        view.take(.note(HostileNotebook.markup))
        data.append(view.data(stamp: "2"))
        return (try notebook.workspace.report(), view.page, data)
    }

    @Test("Nothing in a hostile notebook runs")
    func hostile() async throws {
        let (report, page, data) = try await hostilePages()
        let folder = try ScratchFolder()
        _ = try folder.write(Array(report.utf8), to: "report.html")
        let static_ = try Browser.document(of: folder["report.html"], in: folder)
        #expect(static_.contains("&lt;script&gt;") && !static_.contains("data-owned"))
        #expect(static_.matches(of: #/<(script|img|iframe|object|embed)[ >]/#).isEmpty)
        _ = try folder.write(Array(page.utf8), to: "desk.html")
        for (index, text) in data.enumerated() {
            _ = try folder.write(Array(text.utf8), to: "desk.js")
            let live = try Browser.document(of: folder["desk.html"], in: folder)
            #expect(live.contains("data-stamp=\"\(index + 1)\""))
            #expect(live.contains("&lt;script&gt;") && !live.contains("data-owned"))
            // The page's own, and at most one that it is loading.
            #expect(live.matches(of: #/<script[ >]/#).count <= 2)
            #expect(live.matches(of: #/<(img|iframe|object|embed)[ >]/#).isEmpty)
        }
    }

    @Test("Markup that gets into a data file starts no script, for the policy forbids it")
    func policy() throws {
        let folder = try ScratchFolder()
        let spell = HostileNotebook.spell
        let view = LiveView(try Workspace(deskSource).paths)
        // As if a text had not been escaped, and as if somebody had written into the page itself.
        _ = try folder.write(
            Array(
                view.page.replacing("</body>", with: "<script>\(spell)</script><script src=evil.js></script></body>")
                    .utf8),
            to: "desk.html")
        _ = try folder.write(Array(spell.utf8), to: "evil.js")
        let html =
            "<img src=x onerror='\(spell)'><script>\(spell)</script><svg onload='\(spell)'></svg><b id=end>end</b>"
        _ = try folder.write(Array("view({stamp: \"1\", title: \"t\", html: \"\(html)\"})".utf8), to: "desk.js")
        let live = try Browser.document(of: folder["desk.html"], in: folder)
        #expect(live.contains("<b id=\"end\">end</b>"))
        #expect(!live.contains("data-owned"))
    }

    @Test("Nothing lies over anything else, and all can be read", arguments: [false, true])
    func layout(isDark: Bool) async throws {
        let (report, page, data) = try await hostilePages()
        let folder = try ScratchFolder()
        /// Without the policy, and with what measures.
        func opened(_ page: String, _ script: String) throws -> String {
            let open = page.replacing(#/<meta http-equiv[^>]*>/#, with: "")
            try #require(open != page)
            return open.replacing("</body>", with: "<script>\(script)</script></body>")
        }
        _ = try folder.write(Array(try opened(report, measuring).utf8), to: "report.html")
        for (index, text) in data.enumerated() {
            let once =
                "const seen = setInterval(() => { if (!count) return; clearInterval(seen); load = () => {}; \(measuring) }, 20)"
            _ = try folder.write(
                Array(try opened(page, once).replacing("desk.js", with: "desk\(index).js").utf8),
                to: "live\(index).html")
            _ = try folder.write(Array(text.utf8), to: "desk\(index).js")
        }
        let files = ["report.html"] + data.indices.map { "live\($0).html" }
        let frames = files.flatMap { file in
            [390, 820, 1440].map { "<iframe width=\($0) height=900 src=\"\(file)\"></iframe>" }
        }
        _ = try folder.write(
            Array(
                """
                <!DOCTYPE html><meta charset=utf-8><meta name="color-scheme" content="light dark">
                <pre id=found></pre>\(frames.joined())
                <script>
                  const found = document.getElementById("found");
                  addEventListener("message", event => found.append(JSON.stringify(event.data) + "\\n"));
                </script>
                """.utf8), to: "frames.html")
        let document = try Browser.document(of: folder["frames.html"], milliseconds: 3000, isDark: isDark, in: folder)
        let found = try #require(document.firstMatch(of: #/<pre id="found">([^<]*)</#)).1.split(separator: "\n")
        #expect(found.count == frames.count)
        for line in found {
            #expect(line.contains(#""wrong":[]"#), "\(line)")
            #expect(line.contains("\"dark\":\(isDark)"), "\(line)")
            #expect(line.contains("\"articles\":11"), "\(line)")
        }
    }
}
