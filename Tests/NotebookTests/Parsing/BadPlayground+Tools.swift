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

            """#,
            says: #"""
                desk.playground.yaml:5:21: error: unknown tool 'ordr'; did you mean 'order'? [notebook.unknown-tool]
                    - {id: a, tools: [ordr, order, order], prompt: Hi.}
                                      ^~~~
                desk.playground.yaml:5:34: error: the tool 'order' is listed twice [notebook.duplicate-tool]
                    - {id: a, tools: [ordr, order, order], prompt: Hi.}
                                                   ^~~~~

                """#),
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

            """#,
            says: #"""
                desk.playground.yaml:6:5: error: a tool of kind fixture has no 'argv'; it belongs to command or mcp [notebook.unknown-key]
                      argv: [ls]
                      ^~~~
                desk.playground.yaml:7:16: error: an answer has 'returns' or 'error', found both [notebook.value]
                      otherwise: {returns: 1, error: 2}
                                 ^~~~~~~~~~~~~~~~~~~~~~

                """#),
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

            """#,
            says: #"""
                desk.playground.yaml:4:5: error: a tool needs 'description': when and why to call it, in words for the model [notebook.missing-key]
                      kind: command
                      ^~~~~~~~~~~~~
                desk.playground.yaml:5:11: error: 'argv' is a list of the program and its arguments, and never a shell's command; put it in [ ] [notebook.type]
                      argv: rm -rf *
                            ^~~~~~~~

                """#),
        BadPlayground(
            "limits",
            #"""
            playground: 1
            tools:
              stock:
                kind: command
                description: Copies left.
                argv: [ls]
                env: [A-B]
                timeout: 10 sec
                maxOutput: 9000MiB
                volatile: [time]
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:7:11: error: 'A-B' is no name of an environment variable [notebook.name]
                      env: [A-B]
                            ^~~
                desk.playground.yaml:8:14: error: '10 sec' is no duration; write 10s, 500ms or 2m [notebook.value]
                      timeout: 10 sec
                               ^~~~~~
                desk.playground.yaml:9:16: error: an output has 4MiB at most [notebook.value]
                      maxOutput: 9000MiB
                                 ^~~~~~~
                desk.playground.yaml:10:16: error: 'time' is no JSON Pointer; it starts with '/' [notebook.value]
                      volatile: [time]
                                 ^~~~

                """#),
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

            """#,
            says: #"""
                desk.playground.yaml:6:17: error: parameters must have 'type: object': arguments have names [notebook.value]
                      parameters: {type: string}
                                  ^~~~~~~~~~~~~~
                desk.playground.yaml:12:21: error: the tool 'other' has no parameter 'numer'; did you mean 'number'? [notebook.unknown-argument]
                      cases: [{when: {numer: 1}, returns: 1}, {when: {number: 1}}]
                                      ^~~~~
                desk.playground.yaml:12:45: error: an answer needs 'returns' or 'error' [notebook.missing-key]
                      cases: [{when: {numer: 1}, returns: 1}, {when: {number: 1}}]
                                                              ^~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:13:10: error: a fixture needs 'cases' or 'otherwise' [notebook.missing-key]
                    empty: {kind: fixture, description: x}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
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

            """#,
            says: #"""
                desk.playground.yaml:3:10: error: the builtin clock needs 'now' [notebook.missing-key]
                    clock: {kind: builtin, use: clock}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:4:46: error: 'now' belongs to the builtin clock alone [notebook.unknown-key]
                    sum: {kind: builtin, use: calculator, now: today}
                                                               ^~~~~
                desk.playground.yaml:5:44: error: can't read 'none.txt': no such file [notebook.tool-file]
                    file: {kind: builtin, use: file, files: [none.txt]}
                                                             ^~~~~~~~
                desk.playground.yaml:6:30: error: unknown value 'abacus'; it must be calculator, clock or file [notebook.value]
                    what: {kind: builtin, use: abacus}
                                               ^~~~~~

                """#),
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

            """#,
            says: #"""
                desk.playground.yaml:2:18: error: '1X' is no name of an environment variable [notebook.name]
                  secrets: [TOKEN, 1X]
                                   ^~
                desk.playground.yaml:4:40: error: the host of an http tool is fixed, and holds no placeholder and no user [notebook.value]
                    a: {kind: http, description: x, url: "https://{host}/x"}
                                                         ^~~~~~~~~~~~~~~~~~
                desk.playground.yaml:5:40: error: '{id}' is no parameter of the tool [notebook.unknown-argument]
                    b: {kind: http, description: x, url: "https://example.com/{id}"}
                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:6:40: error: 'ftp://example.com/' is no address; write https://host/path [notebook.value]
                    c: {kind: http, description: x, url: "ftp://example.com/"}
                                                         ^~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:7:89: error: unknown secret 'TOKE'; name it under 'secrets' [notebook.unknown-secret]
                    d: {kind: http, description: x, url: "https://example.com/", headers: {Authorization: "Bearer {{ TOKE }}"}}
                                                                                                          ^~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:8:72: error: unknown value 'get'; did you mean 'GET'? [notebook.value]
                    e: {kind: http, description: x, url: "https://example.com/", method: get}
                                                                                         ^~~

                """#),
        BadPlayground(
            "a call that is required where there is nothing to call",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., options: {toolCallingMode: required}}
              - {id: b, prompt: Hi., options: {toolCallingMode: allowed}}

            """#,
            says: #"""
                desk.playground.yaml:3:53: error: a call of a tool is required, but the cell has no tools; list some under 'tools' [notebook.no-tools]
                    - {id: a, prompt: Hi., options: {toolCallingMode: required}}
                                                                      ^~~~~~~~
                desk.playground.yaml:4:53: warning: 'toolCallingMode' has no effect in a cell without tools; remove it [notebook.no-effect]
                    - {id: b, prompt: Hi., options: {toolCallingMode: allowed}}
                                                                      ^~~~~~~

                """#),
        BadPlayground(
            "a tool that is added midway",
            #"""
            playground: 1
            tools:
              order: {kind: fixture, description: Call it to look up., otherwise: {returns: 1}}
            cells:
              - {id: a, prompt: Hi.}
              - {id: b, continues: a, prompt: Hi., tools: [order]}

            """#,
            says: #"""
                desk.playground.yaml:6:48: warning: 'order' is added in the middle of a conversation; what tools there are stands at its beginning, so all of it is computed anew; list it where the conversation starts [notebook.tool-added]
                    - {id: b, continues: a, prompt: Hi., tools: [order]}
                                                                 ^~~~~

                """#),
    ]
}
