// Bad playground files and every word that is said about them: keys and values.

extension BadPlayground {
    static let fields: [BadPlayground] = [
        BadPlayground(
            "no version and no cells",
            #"""
            title: Desk

            """#,
            says: #"""
                desk.playground.yaml:1:1: error: a playground needs 'playground' [notebook.missing-key]
                  title: Desk
                  ^~~~~~~~~~~
                desk.playground.yaml:1:1: error: a playground needs 'cells' [notebook.missing-key]
                  title: Desk
                  ^~~~~~~~~~~

                """#),
        BadPlayground(
            "later version",
            #"""
            playground: 2
            future: yes

            """#,
            says: #"""
                desk.playground.yaml:1:13: error: format version 2 is not known; this program reads version 1 [notebook.format-version]
                  playground: 2
                              ^

                """#),
        BadPlayground(
            "version that is no number",
            #"""
            playground: one
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:1:13: error: must be an integer, found 'one' [notebook.type]
                  playground: one
                              ^~~

                """#),
        BadPlayground(
            "quoted version",
            #"""
            playground: "1"
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:1:13: error: must be an integer, found the quoted text '1' [notebook.type]
                  playground: "1"
                              ^~~

                """#),
        BadPlayground(
            "no cells in the list",
            #"""
            playground: 1
            cells: []

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: a playground needs at least one cell [notebook.missing-value]
                  cells: []
                         ^~

                """#),
        BadPlayground(
            "cells as a mapping",
            #"""
            playground: 1
            cells:
              a: {prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:3:3: error: must be a list of cells, found a mapping [notebook.type]
                    a: {prompt: Hi.}
                    ^~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "cell that is text",
            #"""
            playground: 1
            cells: [Hi.]

            """#,
            says: #"""
                desk.playground.yaml:2:9: error: a cell must be a mapping, found text [notebook.type]
                  cells: [Hi.]
                          ^~~

                """#),
        BadPlayground(
            "unknown key",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                promt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:5:5: error: unknown key 'promt' in a cell; did you mean 'prompt'? [notebook.unknown-key]
                      promt: Ho.
                      ^~~~~

                """#),
        BadPlayground(
            "unknown key that is nothing like one",
            #"""
            playground: 1
            colour: blue
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:1: error: unknown key 'colour' in a playground; its keys are playground, title, model, target, options, params, instructions, schemas, includeSchemaInPrompt, tools, secrets, cells [notebook.unknown-key]
                  colour: blue
                  ^~~~~~

                """#),
        BadPlayground(
            "key of another format",
            #"""
            playground: 1
            system: Be brief.
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:1: error: unknown key 'system' in a playground; write 'instructions' [notebook.unknown-key]
                  system: Be brief.
                  ^~~~~~

                """#),
        BadPlayground(
            "option of another format",
            #"""
            playground: 1
            options: {top_p: 0.9, max_tokens: 5}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:11: error: unknown key 'top_p' in options; write 'samplingMode: {probabilityThreshold: 0.9}' [notebook.unknown-key]
                  options: {top_p: 0.9, max_tokens: 5}
                            ^~~~~
                desk.playground.yaml:2:23: error: unknown key 'max_tokens' in options; write 'maximumResponseTokens' [notebook.unknown-key]
                  options: {top_p: 0.9, max_tokens: 5}
                                        ^~~~~~~~~~

                """#),
        BadPlayground(
            "key without a value",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                title:

            """#,
            says: #"""
                desk.playground.yaml:5:5: error: 'title' has no value [notebook.missing-value]
                      title:
                      ^~~~~

                """#),
        BadPlayground(
            "cell without a prompt",
            #"""
            playground: 1
            cells:
              - id: a
                title: One

            """#,
            says: #"""
                desk.playground.yaml:3:5: error: a cell needs 'prompt' [notebook.missing-key]
                    - id: a
                      ^~~~~

                """#),
        BadPlayground(
            "required key that is misspelt",
            #"""
            playground: 1
            cells:
              - id: a
                promt: Hi.

            """#,
            says: #"""
                desk.playground.yaml:4:5: error: unknown key 'promt' in a cell; did you mean 'prompt'? [notebook.unknown-key]
                      promt: Hi.
                      ^~~~~

                """#),
        BadPlayground(
            "cell without an id",
            #"""
            playground: 1
            cells:
              - prompt: Hi.
                title: One

            """#,
            says: #"""
                desk.playground.yaml:3:5: error: a cell needs 'id' [notebook.missing-key]
                    - prompt: Hi.
                      ^~~~~~~~~~~

                """#),
        BadPlayground(
            "id that is no id",
            #"""
            playground: 1
            cells:
              - id: my cell
                prompt: Hi.

            """#,
            says: #"""
                desk.playground.yaml:3:9: error: 'my cell' can't be a cell id; an id is a letter or digit, then at most 63 letters, digits, '-' and '_' [notebook.id]
                    - id: my cell
                          ^~~~~~~

                """#),
        BadPlayground(
            "duplicate id",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
              - id: a
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:5:9: error: duplicate cell id 'a' [notebook.duplicate-id]
                    - id: a
                          ^
                desk.playground.yaml:3:9: note: first used here
                    - id: a
                          ^

                """#),
        BadPlayground(
            "id that differs only in case",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
              - id: A
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:5:9: error: duplicate cell id 'A'; it differs from 'a' only in case [notebook.duplicate-id]
                    - id: A
                          ^
                desk.playground.yaml:3:9: note: first used here
                    - id: a
                          ^

                """#),
        BadPlayground(
            "unknown target",
            #"""
            playground: 1
            target: ios62
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:9: error: unknown value 'ios62'; did you mean 'ios26'? [notebook.value]
                  target: ios62
                          ^~~~~

                """#),
        BadPlayground(
            "target nothing like one",
            #"""
            playground: 1
            target: android
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:9: error: unknown value 'android'; it must be ios26, ios27 or pcc [notebook.value]
                  target: android
                          ^~~~~~~

                """#),
        BadPlayground(
            "model that is no name",
            #"""
            playground: 1
            model: some model
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: 'some model' is neither a model name nor the path of a .gguf file; a name has letters, digits, '-', '_' and '.' [notebook.value]
                  model: some model
                         ^~~~~~~~~~

                """#),
        BadPlayground(
            "quoted number",
            #"""
            playground: 1
            options: {temperature: "0.7"}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:24: error: must be a number, found the quoted text '0.7' [notebook.type]
                  options: {temperature: "0.7"}
                                         ^~~~~

                """#),
        BadPlayground(
            "negative temperature",
            #"""
            playground: 1
            options: {temperature: -1}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:24: error: -1 is out of range; it must be at least 0 [notebook.value]
                  options: {temperature: -1}
                                         ^~

                """#),
        BadPlayground(
            "number with a leading zero",
            #"""
            playground: 1
            options: {seed: 012}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:17: error: must be an integer, found '012' [notebook.type]
                  options: {seed: 012}
                                  ^~~

                """#),
        BadPlayground(
            "no tokens",
            #"""
            playground: 1
            options: {maximumResponseTokens: 0}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:34: error: 0 is out of range; it must be at least 1 [notebook.value]
                  options: {maximumResponseTokens: 0}
                                                   ^

                """#),
        BadPlayground(
            "seed too large",
            #"""
            playground: 1
            options: {seed: 99999999999999999999}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:17: error: 99999999999999999999 is too large [notebook.value]
                  options: {seed: 99999999999999999999}
                                  ^~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "unknown sampling mode",
            #"""
            playground: 1
            options: {samplingMode: random}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:25: error: unknown value 'random'; it must be greedy, {top: 40} or {probabilityThreshold: 0.9} [notebook.value]
                  options: {samplingMode: random}
                                          ^~~~~~

                """#),
        BadPlayground(
            "two sampling modes",
            #"""
            playground: 1
            options: {samplingMode: {top: 4, probabilityThreshold: 0.5}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:25: error: a sampling mode holds one key, found 2; keep 'top' or 'probabilityThreshold' [notebook.value]
                  options: {samplingMode: {top: 4, probabilityThreshold: 0.5}}
                                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "probability above one",
            #"""
            playground: 1
            options: {samplingMode: {probabilityThreshold: 1.5}}
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:48: error: '1.5' is no probability; it must be above 0 and at most 1 [notebook.value]
                  options: {samplingMode: {probabilityThreshold: 1.5}}
                                                                 ^~~

                """#),
        BadPlayground(
            "yes for a boolean",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                template: yes

            """#,
            says: #"""
                desk.playground.yaml:5:15: error: must be true or false, found 'yes' [notebook.type]
                      template: yes
                                ^~~

                """#),
    ]
}
