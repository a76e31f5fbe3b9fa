// Bad playground files and every word that is said about them: parameters, includes, several mistakes at once, and doubtful texts.

extension BadPlayground {
    static let parameters: [BadPlayground] = [
        BadPlayground(
            "parameter without a type",
            #"""
            playground: 1
            params: {tone: {default: x}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:16: error: a parameter needs 'type' [notebook.missing-key]
                  params: {tone: {default: x}}
                                 ^~~~~~~~~~~~

                """#),
        BadPlayground(
            "parameter as bare text",
            #"""
            playground: 1
            params: {tone: friendly}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:16: error: a parameter must be a mapping, found text [notebook.type]
                  params: {tone: friendly}
                                 ^~~~~~~~

                """#),
        BadPlayground(
            "unknown parameter type",
            #"""
            playground: 1
            params: {n: {type: int}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:20: error: unknown value 'int'; it must be string, integer, number or boolean [notebook.value]
                  params: {n: {type: int}}
                                     ^~~

                """#),
        BadPlayground(
            "default of another type",
            #"""
            playground: 1
            params: {n: {type: integer, default: 1.5}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:38: error: must be an integer, found '1.5' [notebook.type]
                  params: {n: {type: integer, default: 1.5}}
                                                       ^~~

                """#),
        BadPlayground(
            "default outside the enum",
            #"""
            playground: 1
            params: {t: {type: string, default: rude, enum: [kind, formal]}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:37: error: default 'rude' is not among the values of 'enum': kind or formal [notebook.value]
                  params: {t: {type: string, default: rude, enum: [kind, formal]}}
                                                      ^~~~

                """#),
        BadPlayground(
            "parameter that can't be named",
            #"""
            playground: 1
            params: {a b: {type: string}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:10: error: 'a b' can't name a parameter; a name is a letter or '_', then letters, digits, '-' and '_' [notebook.name]
                  params: {a b: {type: string}}
                           ^~~

                """#),
        BadPlayground(
            "parameter called cells",
            #"""
            playground: 1
            params: {cells: {type: string}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:10: error: 'cells' can't name a parameter; it names the cells in templates [notebook.name]
                  params: {cells: {type: string}}
                           ^~~~~

                """#),
        BadPlayground(
            "missing include",
            #"""
            playground: 1
            instructions: {file: none.txt}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:22: error: can't read 'none.txt': no such file [notebook.include]
                  instructions: {file: none.txt}
                                       ^~~~~~~~

                """#),
        BadPlayground(
            "absolute include",
            #"""
            playground: 1
            instructions: {file: /etc/passwd}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:22: error: '/etc/passwd' is an absolute path; name a file from the playground's folder [notebook.include]
                  instructions: {file: /etc/passwd}
                                       ^~~~~~~~~~~

                """#),
        BadPlayground(
            "several at once",
            #"""
            playground: 1
            titel: x
            cells:
              - id: a
                prompt: "{{ x }}"
                needs: [b]
              - id: 2 b

            """#,
            says: #"""
                desk.playground.yaml:2:1: error: unknown key 'titel' in a playground; did you mean 'title'? [notebook.unknown-key]
                  titel: x
                  ^~~~~
                desk.playground.yaml:5:17: error: unknown parameter 'x'; declare it under 'params', or write '\{{' for braces [notebook.unknown-parameter]
                      prompt: "{{ x }}"
                                  ^
                desk.playground.yaml:6:13: error: unknown cell 'b' [notebook.unknown-cell]
                      needs: [b]
                              ^
                desk.playground.yaml:7:5: error: a cell needs 'prompt' [notebook.missing-key]
                    - id: 2 b
                      ^~~~~~~
                desk.playground.yaml:7:9: error: '2 b' can't be a cell id; an id is a letter or digit, then at most 63 letters, digits, '-' and '_' [notebook.id]
                    - id: 2 b
                          ^~~

                """#),
        BadPlayground(
            "plain prompt cut by a comment",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Tell me about C# and F #sharp

            """#,
            says: #"""
                desk.playground.yaml:4:36: warning: the text ends before this '#'; put the text in quotes, or the comment on a line of its own [notebook.comment-in-text]
                      prompt: Tell me about C# and F #sharp
                                                     ^~~~~~

                """#),
        BadPlayground(
            "folded block with a list",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: >
                  Choose one:
                  - red
                  - blue

            """#,
            says: #"""
                desk.playground.yaml:6:7: warning: '>' joins this line to the one before it; write '|' to keep line ends [notebook.folded-lines]
                        - red
                        ^~~~~

                """#),
    ]
}
