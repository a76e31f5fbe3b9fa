// Bad playground files and every word that is said about them: tools.

extension BadPlayground {
    static let tools: [BadPlayground] = [
        BadPlayground(
            "a cell's tool that nobody declares, and one listed twice",
            #"""
            playground: 1
            tools:
              order: {kind: fixture, description: Look up., otherwise: {returns: 1}}
            cells:
              - {id: a, tools: [ordr, order, order], prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "keys of another kind",
            #"""
            playground: 1
            tools:
              order:
                kind: fixture
                description: Look up.
                argv: [ls]
                otherwise: {returns: 1, error: 2}
            cells:
              - {id: a, prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "a shell's command",
            #"""
            playground: 1
            tools:
              stock:
                kind: command
                argv: rm -rf *
                timeout: 10 sec
                maxOutput: 9000MiB
            cells:
              - {id: a, prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "arguments and parameters",
            #"""
            playground: 1
            tools:
              order:
                kind: fixture
                description: Look up.
                parameters: {type: string}
                cases: [{returns: 1}]
              other:
                kind: fixture
                description: Look up.
                parameters: {type: object, properties: {number: {type: string}}, required: [number]}
                cases: [{when: {numer: 1}, returns: 1}, {when: {number: 1}}]
              empty: {kind: fixture, description: x}
            cells:
              - {id: a, prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "builtins",
            #"""
            playground: 1
            tools:
              clock: {kind: builtin, use: clock}
              sum: {kind: builtin, use: calculator, now: today}
              file: {kind: builtin, use: file, files: [none.txt]}
              what: {kind: builtin, use: abacus}
            cells:
              - {id: a, prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "addresses and headers",
            #"""
            playground: 1
            secrets: [TOKEN, 1X]
            tools:
              a: {kind: http, description: x, url: "https://{host}/x"}
              b: {kind: http, description: x, url: "https://example.com/{id}"}
              c: {kind: http, description: x, url: "ftp://example.com/"}
              d: {kind: http, description: x, url: "https://example.com/", headers: {Authorization: "Bearer {{ TOKE }}"}}
              e: {kind: http, description: x, url: "https://example.com/", method: get}
            cells:
              - {id: a, prompt: Hi.}

            """#, says: ""),
        BadPlayground(
            "a call that is required where there is nothing to call",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., options: {toolCallingMode: required}}
              - {id: b, prompt: Hi., options: {toolCallingMode: allowed}}

            """#, says: ""),
        BadPlayground(
            "a tool that is added midway",
            #"""
            playground: 1
            tools:
              order: {kind: fixture, description: Look up., otherwise: {returns: 1}}
            cells:
              - {id: a, prompt: Hi.}
              - {id: b, continues: a, prompt: Hi., tools: [order]}

            """#, says: ""),
    ]
}
