// Bad playground files and every word that is said about them: what somebody tries who wants the program to fall over.

extension BadPlayground {
    static let hostile: [BadPlayground] = [
        BadPlayground(
            "text as the file",
            ##"""
            hello

            """##,
            says: ##"""
                desk.playground.yaml:1:1: error: a playground must be a mapping, found text [notebook.type]
                  hello
                  ^~~~~

                """##),
        BadPlayground(
            "null as the file",
            ##"""
            null

            """##,
            says: ##"""
                desk.playground.yaml:1:1: error: a playground must be a mapping, found text [notebook.type]
                  null
                  ^~~~

                """##),
        BadPlayground(
            "empty mapping as a cell",
            ##"""
            playground: 1
            title: Desk
            cells: [{}]

            """##,
            says: ##"""
                desk.playground.yaml:3:9: error: a cell needs 'id' [notebook.missing-key]
                  cells: [{}]
                          ^~
                desk.playground.yaml:3:9: error: a cell needs 'prompt' [notebook.missing-key]
                  cells: [{}]
                          ^~

                """##),
        BadPlayground(
            "version too large",
            ##"""
            playground: 99999999999999999999999
            cells: [{id: a, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:1:13: error: 99999999999999999999999 is too large [notebook.value]
                  playground: 99999999999999999999999
                              ^~~~~~~~~~~~~~~~~~~~~~~

                """##),
        BadPlayground(
            "version with a point",
            ##"""
            playground: 1.0
            cells: [{id: a, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:1:13: error: must be an integer, found '1.0' [notebook.type]
                  playground: 1.0
                              ^~~

                """##),
        BadPlayground(
            "byte order mark inside",
            ##"""
            playground: 1
            title: Desk
            \##u{FEFF}cells: [{id: a, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:3:2: error: the line does not fit the keys before it; check its indentation and quotes [yaml.syntax]
                  \##u{FEFF}cells: [{id: a, prompt: Hi.}]
                  ^
                desk.playground.yaml:1:1: note: the keys start here
                  playground: 1
                  ^

                """##),
        BadPlayground(
            "NUL between keys",
            ##"""
            playground: 1
            title: Desk
            \##0cells: [{id: a, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:3:1: error: control character U+0000 is not allowed; remove it, or write it as an escape in double quotes [yaml.control-character]
                  �cells: [{id: a, prompt: Hi.}]
                  ^

                """##),
        BadPlayground(
            "half a surrogate pair",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: "\ud800"}]

            """##,
            says: ##"""
                desk.playground.yaml:3:28: error: the escape is not a Unicode scalar [yaml.syntax]
                  cells: [{id: a, prompt: "\ud800"}]
                                             ^
                desk.playground.yaml:3:25: note: it starts here
                  cells: [{id: a, prompt: "\ud800"}]
                                          ^

                """##),
        BadPlayground(
            "escape beyond Unicode",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: "\UFFFFFFFF"}]

            """##,
            says: ##"""
                desk.playground.yaml:3:28: error: the escape is not a Unicode scalar [yaml.syntax]
                  cells: [{id: a, prompt: "\UFFFFFFFF"}]
                                             ^
                desk.playground.yaml:3:25: note: it starts here
                  cells: [{id: a, prompt: "\UFFFFFFFF"}]
                                          ^

                """##),
        BadPlayground(
            "nesting that never closes",
            ##"""
            playground: 1
            title: Desk
            cells: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[

            """##,
            says: ##"""
                desk.playground.yaml:3:71: error: more than 64 levels of lists and mappings [yaml.too-deep]
                  cells: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                                                                                        ^

                """##),
        BadPlayground(
            "aliases that multiply",
            ##"""
            playground: 1
            title: Desk
            cells:
              - id: a
                prompt: Hi.
                tags: &a [x, x, x, x, x, x, x, x, x, x]
            xb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
            xc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
            xd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
            xe: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]

            """##,
            says: ##"""
                desk.playground.yaml:10:37: error: more than 100000 values, aliases counted with all they stand for [yaml.too-many-nodes]
                  xe: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
                                                      ^~

                """##),
        BadPlayground(
            "no value for cells",
            ##"""
            playground: 1
            title: Desk
            cells:

            """##,
            says: ##"""
                desk.playground.yaml:3:1: error: 'cells' has no value [notebook.missing-value]
                  cells:
                  ^~~~~

                """##),
        BadPlayground(
            "template that names itself",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: "{{ cells.a.content }}"}]

            """##,
            says: ##"""
                desk.playground.yaml:3:29: error: a cell can't wait for itself: 'a' inserts 'a' [notebook.cycle]
                  cells: [{id: a, prompt: "{{ cells.a.content }}"}]
                                              ^~~~~~~~~~~~~~~

                """##),
        BadPlayground(
            "id of another script",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: ä, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:3:14: error: 'ä' can't be a cell id; an id is a letter or digit, then at most 63 letters, digits, '-' and '_' [notebook.id]
                  cells: [{id: ä, prompt: Hi.}]
                               ^

                """##),
        BadPlayground(
            "id that leads out of the folder",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: ../a, prompt: Hi.}]

            """##,
            says: ##"""
                desk.playground.yaml:3:14: error: '../a' can't be a cell id; an id is a letter or digit, then at most 63 letters, digits, '-' and '_' [notebook.id]
                  cells: [{id: ../a, prompt: Hi.}]
                               ^~~~

                """##),
        BadPlayground(
            "temperature that is no number",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: Hi., options: {temperature: .nan}}]

            """##,
            says: ##"""
                desk.playground.yaml:3:53: error: must be a number, found '.nan' [notebook.type]
                  cells: [{id: a, prompt: Hi., options: {temperature: .nan}}]
                                                                      ^~~~

                """##),
        BadPlayground(
            "infinite temperature",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: Hi., options: {temperature: .inf}}]

            """##,
            says: ##"""
                desk.playground.yaml:3:53: error: must be a number, found '.inf' [notebook.type]
                  cells: [{id: a, prompt: Hi., options: {temperature: .inf}}]
                                                                      ^~~~

                """##),
        BadPlayground(
            "tokens beyond all integers",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: Hi., options: {maximumResponseTokens: 99999999999999999999}}]

            """##,
            says: ##"""
                desk.playground.yaml:3:63: error: 99999999999999999999 is too large [notebook.value]
                  cells: [{id: a, prompt: Hi., options: {maximumResponseTokens: 99999999999999999999}}]
                                                                                ^~~~~~~~~~~~~~~~~~~~

                """##),
        BadPlayground(
            "tags that are no list",
            ##"""
            playground: 1
            title: Desk
            cells: [{id: a, prompt: Hi., tags: x}]

            """##,
            says: ##"""
                desk.playground.yaml:3:36: error: must be a list of words, found text; put it in [ ] [notebook.type]
                  cells: [{id: a, prompt: Hi., tags: x}]
                                                     ^

                """##),
    ]
}
