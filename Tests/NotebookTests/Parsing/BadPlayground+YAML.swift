// Bad playground files and every word that is said about them: YAML that can't be read, or not as it was meant.

extension BadPlayground {
    static let yaml: [BadPlayground] = [
        BadPlayground(
            "duplicate key",
            #"""
            playground: 1
            title: One
            cells: [{id: a, prompt: Hi.}]
            title: Two

            """#,
            says: #"""
                desk.playground.yaml:4:1: error: duplicate key 'title' [yaml.duplicate-key]
                  title: Two
                  ^~~~~
                desk.playground.yaml:2:1: note: first written here
                  title: One
                  ^~~~~

                """#),
        BadPlayground(
            "duplicate key in a cell",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: Hi.
                prompt: Ho.

            """#,
            says: #"""
                desk.playground.yaml:5:5: error: duplicate key 'prompt' [yaml.duplicate-key]
                      prompt: Ho.
                      ^~~~~~
                desk.playground.yaml:4:5: note: first written here
                      prompt: Hi.
                      ^~~~~~

                """#),
        BadPlayground(
            "second document",
            #"""
            playground: 1
            cells: [{id: a, prompt: Hi.}]
            ---
            playground: 1

            """#,
            says: #"""
                desk.playground.yaml:3:1: error: a second document starts here; a file holds one [yaml.second-document]
                  ---
                  ^~~
                desk.playground.yaml:1:1: note: the first document starts here
                  playground: 1
                  ^

                """#),
        BadPlayground(
            "tag",
            #"""
            playground: 1
            title: !important text
            cells: [{id: a, prompt: Hi.}]

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: tag '!important' is not supported; remove it, or put the text in quotes [yaml.tag]
                  title: !important text
                         ^~~~~~~~~~

                """#),
        BadPlayground(
            "merge key",
            #"""
            playground: 1
            cells:
              - <<: {id: a}
                id: a
                prompt: Hi.

            """#,
            says: #"""
                desk.playground.yaml:3:5: error: merge key '<<' is not supported; write the keys out, or alias the whole value [yaml.merge-key]
                    - <<: {id: a}
                      ^~

                """#),
        BadPlayground(
            "tab indentation",
            #"""
            playground: 1
            cells:
            \#t- id: a

            """#,
            says: #"""
                desk.playground.yaml:3:1: error: tab in the indentation; indent with spaces [yaml.tab]
                  \#t- id: a
                  ^

                """#),
        BadPlayground(
            "tab at the start of a block",
            #"""
            playground: 1
            instructions: |
            \#tBe brief.

            """#,
            says: #"""
                desk.playground.yaml:3:1: error: tab in the indentation; indent with spaces [yaml.tab]
                  \#tBe brief.
                  ^

                """#),
        BadPlayground(
            "template without quotes",
            #"""
            playground: 1
            cells:
              - id: a
                prompt: {{ tone }}

            """#,
            says: #"""
                desk.playground.yaml:4:13: error: '{{' starts a YAML mapping here; put the text in quotes [yaml.key]
                      prompt: {{ tone }}
                              ^~

                """#),
        BadPlayground(
            "colon in a plain text",
            #"""
            playground: 1
            title: Desk: returns

            """#,
            says: #"""
                desk.playground.yaml:2:12: error: a ':' is not allowed here; put a text with ': ' in quotes, or check the indentation [yaml.syntax]
                  title: Desk: returns
                             ^

                """#),
        BadPlayground(
            "quote that never closes",
            #"""
            playground: 1
            title: "Desk
            cells: []

            """#,
            says: #"""
                desk.playground.yaml:3:10: error: the quote is never closed [yaml.syntax]
                  cells: []
                           ^
                desk.playground.yaml:2:8: note: it starts here
                  title: "Desk
                         ^

                """#),
        BadPlayground(
            "bracket that never closes",
            #"""
            playground: 1
            cells: [{id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:2:29: error: the list in '[' is not closed; a ',' or ']' is missing [yaml.syntax]
                  cells: [{id: a, prompt: Hi.}
                                              ^
                desk.playground.yaml:2:8: note: it starts here
                  cells: [{id: a, prompt: Hi.}
                         ^

                """#),
        BadPlayground(
            "file that ends inside a brace",
            #"""
            playground: 1
            options: {temperature:

            """#,
            says: #"""
                desk.playground.yaml:2:23: error: the file ends inside a '[' or '{'; close it [yaml.syntax]
                  options: {temperature:
                                        ^

                """#),
        BadPlayground(
            "at sign",
            #"""
            playground: 1
            title: @desk

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: a text can't start with '@'; put it in quotes [yaml.syntax]
                  title: @desk
                         ^

                """#),
        BadPlayground(
            "percent sign",
            #"""
            playground: 1
            title: 100
            cells:
              - id: a
                prompt: %d items

            """#,
            says: #"""
                desk.playground.yaml:5:13: error: a text can't start with '%'; put it in quotes [yaml.syntax]
                      prompt: %d items
                              ^

                """#),
        BadPlayground(
            "unknown alias",
            #"""
            playground: 1
            title: *desk

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: alias '*desk' has no anchor '&desk' before it [yaml.alias]
                  title: *desk
                         ^~~~~

                """#),
        BadPlayground(
            "alias inside itself",
            #"""
            playground: 1
            cells: &all [*all]

            """#,
            says: #"""
                desk.playground.yaml:2:14: error: alias '*all' stands inside the value that it names [yaml.alias]
                  cells: &all [*all]
                               ^~~~
                desk.playground.yaml:2:13: note: the value starts here
                  cells: &all [*all]
                              ^

                """#),
        BadPlayground(
            "bad escape",
            #"""
            playground: 1
            title: "C:\desk"

            """#,
            says: #"""
                desk.playground.yaml:2:11: error: unknown escape in double quotes; write '\\' for a backslash [yaml.syntax]
                  title: "C:\desk"
                            ^
                desk.playground.yaml:2:8: note: it starts here
                  title: "C:\desk"
                         ^

                """#),
        BadPlayground(
            "text behind a block indicator",
            #"""
            playground: 1
            instructions: | Be brief.

            """#,
            says: #"""
                desk.playground.yaml:2:17: error: text after a block indicator; start the text on the next line [yaml.syntax]
                  instructions: | Be brief.
                                  ^
                desk.playground.yaml:2:15: note: it starts here
                  instructions: | Be brief.
                                ^

                """#),
        BadPlayground(
            "dedented key",
            #"""
            playground: 1
            cells:
                - id: a
                  prompt: Hi.
               - id: b

            """#,
            says: #"""
                desk.playground.yaml:5:4: error: the line does not fit the keys before it; check its indentation and quotes [yaml.syntax]
                     - id: b
                     ^
                desk.playground.yaml:1:1: note: the keys start here
                  playground: 1
                  ^

                """#),
        BadPlayground(
            "indented key",
            #"""
            playground: 1
              title: Desk

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: a ':' is not allowed here; put a text with ': ' in quotes, or check the indentation [yaml.syntax]
                    title: Desk
                         ^

                """#),
        BadPlayground(
            "list as a key",
            #"""
            playground: 1
            [a, b]: 1

            """#,
            says: #"""
                desk.playground.yaml:1:1: error: a playground needs 'cells' [notebook.missing-key]
                  playground: 1
                  ^~~~~~~~~~~~~
                desk.playground.yaml:2:1: error: a key must be text, not a list or a mapping [yaml.key]
                  [a, b]: 1
                  ^~~~~~

                """#),
        BadPlayground(
            "directive",
            #"""
            %YAML 1.2
            playground: 1

            """#,
            says: #"""
                desk.playground.yaml:2:1: error: directives are not supported; remove the lines that start with '%' [yaml.syntax]
                  playground: 1
                  ^

                """#),
        BadPlayground(
            "control character",
            #"""
            playground: 1
            title: a\#u{1B}[31mb

            """#,
            says: #"""
                desk.playground.yaml:2:9: error: control character U+001B is not allowed; remove it, or write it as an escape in double quotes [yaml.control-character]
                  title: a�[31mb
                          ^

                """#),
        BadPlayground(
            "empty file",
            "",
            says: #"""
                desk.playground.yaml:1:1: error: the file is empty; a playground starts with 'playground: 1' [notebook.empty]

                """#),
        BadPlayground(
            "only a comment",
            #"""
            # nothing

            """#,
            says: #"""
                desk.playground.yaml:1:1: error: the file is empty; a playground starts with 'playground: 1' [notebook.empty]
                  # nothing
                  ^

                """#),
        BadPlayground(
            "a list as the file",
            #"""
            - a

            """#,
            says: #"""
                desk.playground.yaml:1:1: error: a playground must be a mapping, found a list [notebook.type]
                  - a
                  ^~~

                """#),
        BadPlayground(
            "conflict markers",
            #"""
            playground: 1
            <<<<<<< HEAD
            title: One
            =======
            title: Two
            >>>>>>> other

            """#,
            says: #"""
                desk.playground.yaml:2:1: error: a conflict marker; resolve the merge first [yaml.syntax]
                  <<<<<<< HEAD
                  ^~~~~~~~~~~~

                """#),
        BadPlayground(
            "comma at the start of a text",
            #"""
            playground: 1
            title: ,desk

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: a text can't start with ','; put it in quotes [yaml.syntax]
                  title: ,desk
                         ^

                """#),
        BadPlayground(
            "list on the line of its key",
            #"""
            playground: 1
            cells: - id: a

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: a list can't start here; put it on lines of its own, or use [ ] [yaml.syntax]
                  cells: - id: a
                         ^

                """#),
        BadPlayground(
            "quoted text that goes on",
            #"""
            playground: 1
            title: "Desk" of returns

            """#,
            says: #"""
                desk.playground.yaml:2:15: error: the line does not fit the keys before it; check its indentation and quotes [yaml.syntax]
                  title: "Desk" of returns
                                ^
                desk.playground.yaml:1:1: note: the keys start here
                  playground: 1
                  ^

                """#),
        BadPlayground(
            "line without a colon",
            #"""
            playground: 1
            title: Desk
            cells

            """#,
            says: #"""
                desk.playground.yaml:3:1: error: the line has no ':'; indent the lines of a text under '|', or put it in quotes [yaml.syntax]
                  cells
                  ^~~~~

                """#),
        BadPlayground(
            "question mark",
            #"""
            playground: 1
            title: ? Desk

            """#,
            says: #"""
                desk.playground.yaml:2:8: error: '?' starts a key; put the text in quotes [yaml.syntax]
                  title: ? Desk
                         ^

                """#),
    ]
}
