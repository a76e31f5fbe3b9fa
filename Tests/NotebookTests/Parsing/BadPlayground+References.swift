// Bad playground files and every word that is said about them: what is planned, and names that name nothing.

extension BadPlayground {
    static let references: [BadPlayground] = [
        BadPlayground(
            "image in a prompt",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: [{text: What is this?}, {image: a.png}]

            """#,
            says: #"""
                desk.playground.yaml:4:38: error: 'image' is not supported yet in this version; remove it [notebook.unsupported]
                      prompt: [{text: What is this?}, {image: a.png}]
                                                       ^~~~~

                """#),
        BadPlayground(
            "prompt from a file",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: {file: a.txt}

            """#,
            says: #"""
                desk.playground.yaml:4:13: error: a prompt must be text or a list of parts, found a mapping; only instructions may be a file [notebook.type]
                      prompt: {file: a.txt}
                              ^~~~~~~~~~~~~

                """#),
        BadPlayground(
            "empty prompt",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: ""

            """#,
            says: #"""
                desk.playground.yaml:4:13: error: the text is empty [notebook.missing-value]
                      prompt: ""
                              ^~

                """#),
        BadPlayground(
            "needs that is no list",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                needs: b

            """#,
            says: #"""
                desk.playground.yaml:5:12: error: must be a list of cell ids, found text; put it in [ ] [notebook.type]
                      needs: b
                             ^

                """#),
        BadPlayground(
            "continues an unknown cell",
            #"""
            playground: 1
            cells:
              - id: order
                prompt: Hi.
              - id: b
                continues: oder
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:6:16: error: unknown cell 'oder'; did you mean 'order'? [notebook.unknown-cell]
                      continues: oder
                                 ^~~~

                """#),
        BadPlayground(
            "needs an unknown cell",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                needs: [zebra]

            """#,
            says: #"""
                desk.playground.yaml:5:13: error: unknown cell 'zebra' [notebook.unknown-cell]
                      needs: [zebra]
                              ^~~~~

                """#),
        BadPlayground(
            "cell that continues itself",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                continues: a

            """#,
            says: #"""
                desk.playground.yaml:5:16: error: a cell can't wait for itself: 'a' continues 'a' [notebook.cycle]
                      continues: a
                                 ^

                """#),
        BadPlayground(
            "cycle of three kinds",
            #"""
            playground: 1
            cells:
              - id: a
                continues: c
                prompt: Hi.
              - id: b
                needs: [a]
                prompt: Hi.
              - id: c
                prompt: "Use {{ cells.b.content }}."

            """#,
            says: #"""
                desk.playground.yaml:7:13: error: cells wait for each other: 'a' continues 'c', which inserts 'b', which needs 'a' [notebook.cycle]
                      needs: [a]
                              ^

                """#),
        BadPlayground(
            "instructions on a continuing cell",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
              - id: b
                continues: a
                instructions: Be brief.
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:7:19: error: a cell that continues 'a' can't have instructions of its own; set them where the conversation starts [notebook.instructions]
                      instructions: Be brief.
                                    ^~~~~~~~~

                """#),
        BadPlayground(
            "unknown parameter",
            #"""
            playground: 1
            params:
              tone: {type: string, default: friendly}
            cells:
              - id: a
                prompt: |
                  Answer me.
                  In a {{ tonne }} voice, please.

            """#,
            says: #"""
                desk.playground.yaml:8:15: error: unknown parameter 'tonne'; did you mean 'tone'? [notebook.unknown-parameter]
                        In a {{ tonne }} voice, please.
                                ^~~~~

                """#),
        BadPlayground(
            "unknown parameter nothing like one",
            #"""
            playground: 1
            params:
              tone: {type: string, default: friendly}
            cells:
              - id: a
                prompt: "Say {{ x }}."

            """#,
            says: #"""
                desk.playground.yaml:6:21: error: unknown parameter 'x'; declare it under 'params', or write '\{{' for braces [notebook.unknown-parameter]
                      prompt: "Say {{ x }}."
                                      ^

                """#),
        BadPlayground(
            "parameter with its section",
            #"""
            playground: 1
            params:
              tone: {type: string, default: friendly}
            cells:
              - id: a
                prompt: "Say it {{ params.tone }}."

            """#,
            says: #"""
                desk.playground.yaml:6:24: error: unknown parameter 'params.tone'; write 'tone' [notebook.unknown-parameter]
                      prompt: "Say it {{ params.tone }}."
                                         ^~~~~~~~~~~

                """#),
        BadPlayground(
            "unknown cell in a template",
            #"""
            playground: 1
            params:
              tone: {type: string, default: friendly}
            cells:
              - id: a
                prompt: "Use {{ cells.b.content }}."

            """#,
            says: #"""
                desk.playground.yaml:6:21: error: unknown cell 'b' [notebook.unknown-cell]
                      prompt: "Use {{ cells.b.content }}."
                                      ^~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "cell without content",
            #"""
            playground: 1
            params:
              tone: {type: string, default: friendly}
            cells:
              - id: a
                prompt: "Use {{ cells.a }}."

            """#,
            says: #"""
                desk.playground.yaml:6:21: error: 'cells.a' names no text; write 'cells.a.content' [notebook.unknown-reference]
                      prompt: "Use {{ cells.a }}."
                                      ^~~~~~~

                """#),
        BadPlayground(
            "output of another format",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
              - id: b
                prompt: "Use {{ cells.a.output }}."

            """#,
            says: #"""
                desk.playground.yaml:6:21: error: a cell has no 'output'; write 'cells.a.content' [notebook.unknown-reference]
                      prompt: "Use {{ cells.a.output }}."
                                      ^~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "cell in instructions",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
              - id: b
                instructions: "Be like {{ cells.a.content }}."
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:6:31: error: instructions may name parameters only; put 'cells.a.content' into a prompt [notebook.instructions-reference]
                      instructions: "Be like {{ cells.a.content }}."
                                                ^~~~~~~~~~~~~~~

                """#),
    ]
}
