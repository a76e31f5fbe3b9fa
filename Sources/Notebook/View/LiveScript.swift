// The script of a live page. It loads the data file again and again, and changes of the page what has changed, so that a
// selection, an opened detail and the place one reads at stay as they are.

enum LiveScript {
    static let source: StaticString = """

        "use strict";
        const page = document.getElementById("page");
        const file = encodeURIComponent(document.documentElement.dataset.source);
        let stamp = "", count = 0, wait = 250;

        // What the data file calls.
        function view(data) {
          wait = data.isRunning ? 200 : 600;
          if (data.stamp === stamp) return;
          stamp = data.stamp;
          document.title = data.title;
          const html = new DOMParser().parseFromString(data.html, "text/html");
          change(page, html.body);
          document.documentElement.dataset.stamp = stamp;
          document.documentElement.dataset.changes = ++count;
          follow();
        }

        // Makes the children of one element those of another.
        function change(old, fresh) {
          while (old.childNodes.length > fresh.childNodes.length) old.lastChild.remove();
          for (let i = 0; i < fresh.childNodes.length; i++) {
            const a = old.childNodes[i], b = fresh.childNodes[i];
            if (!a) old.append(document.importNode(b, true));
            else if (a.nodeName !== b.nodeName || (a.id || "") !== (b.id || "")) a.replaceWith(document.importNode(b, true));
            else if (a.nodeType === Node.TEXT_NODE) {
              if (b.data.startsWith(a.data)) { if (b.data.length > a.data.length) a.appendData(b.data.slice(a.data.length)); }
              else a.data = b.data;
            } else if (a.nodeType === Node.ELEMENT_NODE) {
              for (const {name} of [...a.attributes]) if (name !== "open" && !b.hasAttribute(name)) a.removeAttribute(name);
              for (const {name, value} of b.attributes) if (name !== "open" && a.getAttribute(name) !== value) a.setAttribute(name, value);
              change(a, b);
            }
          }
        }

        // Keeps the end of the answer under way in sight.
        function follow() {
          const caret = document.querySelector(".caret");
          if (caret && document.getElementById("follow")?.checked) caret.scrollIntoView({block: "nearest"});
        }

        // j and k go from cell to cell, f follows the answer or does not.
        addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const box = document.getElementById("follow");
          if (event.key === "f" && box) { box.checked = !box.checked; follow(); }
          const step = {j: 1, k: -1}[event.key];
          if (!step) return;
          if (box) box.checked = false;
          const cells = [...document.querySelectorAll("article")];
          const next = cells[cells.indexOf(document.activeElement?.closest("article")) + step];
          if (next) { next.focus(); next.scrollIntoView({block: "start"}); }
        });

        function load() {
          const script = document.createElement("script");
          script.src = file + "?" + Date.now();
          script.onload = script.onerror = () => { script.remove(); setTimeout(load, wait); };
          document.head.append(script);
        }
        load();

        """
}
