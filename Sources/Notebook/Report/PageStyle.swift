// How pages look: light and dark, on narrow and wide screens, on paper. One style sheet, inside the page.

enum PageStyle {
    static let sheet: StaticString = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --faint: #60646c; --line: #d9dbe0; --panel: #f6f7f9;
          --mark: #3b6fd4; --first: #b9c9ec; --good: #1a7f4b; --bad: #c2291f; --warn: #8f5a00; --focus: #3b6fd4; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #121416; --ink: #e7e9ec; --faint: #a0a5ad; --line: #34383e; --panel: #1b1e22;
            --mark: #7ea6f4; --first: #3a4d75; --good: #5cc28c; --bad: #ff8a80; --warn: #e0ac4c; --focus: #7ea6f4; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
        h1 { font-size: 1.6rem; margin: 0 0 1rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
        h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; } h4 { font-size: 1rem; margin: 0; display: inline; }
        a { color: var(--mark); } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
        th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        ol.tree, ol.tree ol { list-style: none; margin: 0; padding: 0; }
        ol.tree ol { padding-left: 1.25rem; border-left: 2px solid var(--line); }
        article { margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
          background: var(--panel); }
        article > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
        .state { font-size: .8rem; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--faint); }
        .fresh, .passed { color: var(--good); } .failed, .missed { color: var(--bad); }
        .stale, .missing, .edited { color: var(--warn); }
        .note { color: var(--faint); font-size: .9rem; margin: .25rem 0; }
        dl { margin: .5rem 0 0; } dt { color: var(--faint); font-size: .8rem; margin-top: .5rem; } dd { margin: 0; }
        pre { margin: 0; white-space: pre-wrap; font: .875rem/1.5 ui-monospace, monospace; unicode-bidi: isolate; }
        details { margin-top: .5rem; font-size: .9rem; } summary { cursor: pointer; color: var(--faint); }
        ul.verdicts { margin: .5rem 0 0; padding-left: 1.25rem; font-size: .9rem; } td ul.verdicts { margin: 0; }
        figure { margin: 1rem 0; } figcaption { font-size: .9rem; color: var(--faint); }
        svg.plot { width: 100%; min-width: 30rem; height: auto; font: 12px system-ui, sans-serif; }
        svg text { fill: var(--ink); } svg .axis { fill: var(--faint); } svg .grid { stroke: var(--line); }
        svg .zero, svg .stroke { stroke: var(--faint); } svg .mark { fill: var(--mark); } svg .first { fill: var(--first); }
        svg .median { stroke: var(--mark); stroke-width: 3; }
        ins, .inserted { color: var(--good); text-decoration: underline; } del, .deleted { color: var(--bad); }
        @media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --panel: #fff; }
          body { max-width: none; font-size: 11pt; } article { break-inside: avoid-page; } nav, .skip { display: none; }
          details::details-content { content-visibility: visible; block-size: auto; } }

        """
}
