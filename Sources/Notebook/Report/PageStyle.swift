// How pages look: light and dark, on narrow and wide screens, on paper. One style sheet, inside the page.

enum PageStyle {
    static let sheet: StaticString = """
        :root { color-scheme: light dark; --paper: #fcfcfa; --panel: #ffffff; --ink: #22262b; --faint: #626871;
          --line: #e2e3e0; --shade: #f3f4f1; --mark: #3564b4; --first: #bfd0ec; --good: #1f7a4d; --bad: #b3372c;
          --warn: #8a5b00; --inserted: #dcf1e3; --deleted: #fae0dd; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #131518; --panel: #1a1d21; --ink: #e3e6ea; --faint: #9fa6af; --line: #30353b; --shade: #22262b;
            --mark: #8db2f2; --first: #3b4f77; --good: #6cc897; --bad: #f2918a; --warn: #e0b062; --inserted: #1d3a2b;
            --deleted: #472725; } }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
        body { margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 2.5rem) 5rem; max-width: 72rem; background: var(--paper);
          color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
        h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; }
        h1 { font-size: 1.75rem; margin: 0; letter-spacing: -.01em; } h2 { font-size: 1.3rem; margin: 3rem 0 .75rem; }
        h3 { font-size: 1.1rem; margin: 2.25rem 0 .75rem; }
        a { color: var(--mark); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 3px; border-radius: .2rem; }
        .skip { position: absolute; left: -99rem; } .skip:focus { position: static; display: inline-block; margin-bottom: 1rem; }
        p { margin: .5rem 0; } small { font-size: .8em; color: var(--faint); font-weight: 400; }
        .path, .note, .title, figcaption { color: var(--faint); font-size: .875rem; }
        .path { margin: .25rem 0 0; } .reason { color: var(--warn); font-size: .875rem; margin: .35rem 0; }
        code, pre { font: .875em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        pre, .text, .string { margin: 0; white-space: pre-wrap; unicode-bidi: plaintext; }
        a, span, code, del, ins, li { unicode-bidi: isolate; }

        .summary, .index, .verdicts { list-style: none; margin: 0; padding: 0; }
        .summary { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 1rem 0 1.25rem; font-size: .875rem; }
        .summary .plain { color: var(--faint); }
        .index { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 1.5rem; }
        .index a { display: block; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
          padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none;
          background: var(--panel); }
        .state { font-size: .8125rem; color: var(--faint); white-space: nowrap; }
        .state::before { content: ""; display: inline-block; width: .5em; height: .5em; margin-right: .4em; border-radius: 50%;
          background: currentColor; vertical-align: .1em; }
        .state.fresh, .state.ran, .state.kept, .passed { color: var(--good); }
        .state.failed, .missed { color: var(--bad); }
        .state.stale, .state.edited, .state.needs-trust, .state.skipped, .state.cancelled { color: var(--warn); }
        .state.missing::before { background: none; border: 1px solid currentColor; }
        .state.asked, .state.answering { color: var(--mark); }

        ol.tree, ol.tree > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; }
        ol.tree { list-style: none; margin: 0; padding: 0; }
        ol.fork { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1rem;
          margin-left: .75rem; padding-left: .75rem; border-left: 2px solid var(--line); }
        .cell { padding: .8rem 1rem .9rem; border: 1px solid var(--line); border-radius: .6rem;
          background: var(--panel); container-type: inline-size; }
        .cell.asked, .cell.answering { border-color: var(--mark); }
        .cell:target { box-shadow: 0 0 0 2px var(--first); }
        .cell > header { display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; }
        .cell > header :is(h2, h3, h4) { font-size: 1rem; margin: 0; } .cell > header a { color: inherit; text-decoration: none; }
        .cell > header a:hover { text-decoration: underline; }
        .figures { color: var(--faint); font-size: .8125rem; font-variant-numeric: tabular-nums; margin-left: auto; }
        .cell .title { margin: .1rem 0 0; }
        dl { margin: 0; } dt { color: var(--faint); font-size: .8125rem; } dd { margin: 0; min-width: 0; }
        .turns { margin-top: .5rem; } .turn { padding: .3rem 0; }
        .prompt > dd, .instructions > dd, .output > dd { color: var(--faint); }
        .response > dd { color: var(--ink); }
        .call > dd code { background: var(--shade); padding: .1rem .35rem; border-radius: .3rem; }
        @container (min-width: 30rem) { .turn { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 .75rem; }
          .turn > dt { padding-top: .12rem; } dt small { display: block; } }
        .text { max-width: 44rem; }
        .fields { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: .15rem .9rem; }
        .fields > div { display: contents; } .fields > div > dt { padding-top: .12rem; }
        .structure { max-width: 44rem; }
        .items { margin: 0; padding-left: 1.25rem; } .items > li::marker { color: var(--faint); font-size: .8125rem; }
        .caret { display: inline-block; width: .5em; height: 1em; margin-left: .1em; background: var(--mark); vertical-align: -.12em; }
        @media (prefers-reduced-motion: no-preference) {
          .caret, .answering > header .state::before, .asked > header .state::before { animation: pulse 1.2s ease-in-out infinite; }
          @keyframes pulse { 50% { opacity: .25; } } }
        .verdicts { margin: .5rem 0 0; font-size: .875rem; } .verdicts > li { padding-left: 1.2em; text-indent: -1.2em; }
        .verdicts > li > * { text-indent: 0; } .verdicts > li::before { content: "✓"; display: inline-block; width: 1.2em; text-indent: 0; }
        .verdicts > li.missed::before { content: "✗"; }
        details { margin-top: .6rem; font-size: .875rem; } summary { cursor: pointer; color: var(--faint); width: fit-content; }
        details > :not(summary) { margin-top: .35rem; }
        ins { background: var(--inserted); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
        del { background: var(--deleted); color: var(--faint); }
        ins, del { border-radius: .2em; box-decoration-break: clone; -webkit-box-decoration-break: clone; white-space: pre-wrap; }

        .scroll { overflow-x: auto; } .scroll:focus-visible { outline-offset: 0; }
        table { border-collapse: collapse; font-size: .875rem; } caption { text-align: left; }
        th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); }
        thead th, table.figures tr:first-child th { color: var(--faint); font-weight: 500; font-size: .8125rem; white-space: nowrap; }
        tbody th { font-weight: 500; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        table.rows { margin-top: .5rem; width: 100%; min-width: 28rem; } table.rows td { min-width: 10rem; }
        table.rows.grid { table-layout: fixed; min-width: 34rem; } table.rows.grid th:first-child { width: 7rem; }
        td.prompt { color: var(--faint); }
        table.figures { margin: 1.25rem 0; width: 100%; }

        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 31rem), 1fr)); gap: 1rem; }
        figure { margin: 0; min-width: 0; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--panel); }
        figcaption { color: var(--ink); font-weight: 600; margin-bottom: .5rem; } figure .note { margin: .4rem 0 0; }
        svg.plot { display: block; width: 100%; min-width: 30rem; height: auto; font: 12px system-ui, sans-serif; }
        svg text { fill: var(--ink); unicode-bidi: isolate; } svg .axis { fill: var(--faint); } svg .grid { stroke: var(--line); }
        svg .zero, svg .stroke { stroke: var(--faint); } svg .mark { fill: var(--mark); } svg .first { fill: var(--first); }
        svg.wide { min-width: 38rem; } svg .median { stroke: var(--mark); stroke-width: 3; }

        .bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline;
          margin: 0 0 1.25rem; padding: .55rem 0; background: var(--paper); border-bottom: 1px solid var(--line); font-size: .875rem; }
        .bar .note { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
        .bar label { margin-left: auto; color: var(--faint); white-space: nowrap; cursor: pointer; }
        .complaints { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--bad); border-radius: .6rem; overflow-x: auto; }
        .complaints p { margin: 0 0 .5rem; color: var(--bad); font-weight: 600; font-size: .875rem; }

        @media print { :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --faint: #444; --line: #bbb;
            --shade: #eee; --mark: #24508f; --first: #c4d2ea; --good: #14522f; --bad: #8c1d14; --warn: #6b4600;
            --inserted: #e4f3e9; --deleted: #f7e4e2; }
          @page { margin: 18mm 16mm; }
          body { max-width: none; padding: 0; font-size: 10pt; } h2, h3, .cell > header { break-after: avoid; }
          figure, .turn, tr { break-inside: avoid; } .cell { border-radius: 0; border-width: 1px 0 0; padding: .5rem 0; }
          nav, .skip, .bar { display: none; } .scroll { overflow: visible; } svg.plot, table.rows { min-width: 0; }
          a { color: inherit; text-decoration: none; }
          figure a { display: none; }
          .rest::details-content { content-visibility: visible; block-size: auto; } }

        """
}
