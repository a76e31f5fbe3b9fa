// Bad `{$from: …}` in schemas, with every word that is said about them.

extension BadPlayground {
    static let dynamic: [BadPlayground] = [
        BadPlayground(
            "values that come from nowhere",
            #"""
            playground: 1
            params:
              topics: {type: string, default: a}
            schemas:
              A:
                type: object
                properties:
                  one: {type: string, enum: {$from: params.topcs}}
                  two: {type: string, enum: [{$from: cells.b.content#/x}]}
                  three: {type: string, const: {$from: cells.a.text}}
                  four: {type: integer, maximum: {$from: limit}}
                  five: {type: string, pattern: {$from: params.topics}}
                  six: {type: string, const: {$from: 'cells.a.content#x'}}
                  seven: {type: string, enum: {$from: row.topics}}
                required: [one]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:8:41: error: unknown parameter 'topcs'; did you mean 'topics'? [notebook.unknown-parameter]
                        one: {type: string, enum: {$from: params.topcs}}
                                                          ^~~~~~~~~~~~
                desk.playground.yaml:9:42: error: unknown cell 'b' [notebook.unknown-cell]
                        two: {type: string, enum: [{$from: cells.b.content#/x}]}
                                                           ^~~~~~~~~~~~~~~~~~
                desk.playground.yaml:10:44: error: 'cells.a.text' names no value; write 'params.NAME', 'row.AXIS', or 'cells.ID.content#/…' for a part of a content [notebook.from]
                        three: {type: string, const: {$from: cells.a.text}}
                                                             ^~~~~~~~~~~~
                desk.playground.yaml:11:46: error: 'limit' names no value; write 'params.NAME', 'row.AXIS', or 'cells.ID.content#/…' for a part of a content [notebook.from]
                        four: {type: integer, maximum: {$from: limit}}
                                                               ^~~~~
                desk.playground.yaml:12:38: error: '$from' can stand for a value of 'enum', for 'const', and for a bound; write the value here [notebook.from]
                        five: {type: string, pattern: {$from: params.topics}}
                                                       ^~~~~
                desk.playground.yaml:13:42: error: '#x' is no JSON Pointer; it starts with '#/' [notebook.from]
                        six: {type: string, const: {$from: 'cells.a.content#x'}}
                                                           ^~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "values of rows that there are none of",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  one: {type: string, const: {$from: row.topic}}
                  two: {type: integer, maximum: {$from: row.limt}}
                required: [one]
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                matrix: {topic: [x, y], limit: [1, 2]}
                prompt: Hi.
                generating: A

            """#,
            says: #"""
                desk.playground.yaml:7:45: error: a row of cell 'b' has no 'limt'; did you mean 'limit'? [notebook.unknown-axis]
                        two: {type: integer, maximum: {$from: row.limt}}
                                                              ^~~~~~~~
                desk.playground.yaml:10:38: error: the schema takes 'row.topic', but the cell has no matrix [notebook.from]
                    - {id: a, prompt: Hi., generating: A}
                                                       ^
                desk.playground.yaml:6:42: note: taken here
                        one: {type: string, const: {$from: row.topic}}
                                                           ^~~~~~~~~
                desk.playground.yaml:10:38: error: the schema takes 'row.limt', but the cell has no matrix [notebook.from]
                    - {id: a, prompt: Hi., generating: A}
                                                       ^
                desk.playground.yaml:7:45: note: taken here
                        two: {type: integer, maximum: {$from: row.limt}}
                                                              ^~~~~~~~

                """#),
        BadPlayground(
            "values of another type",
            #"""
            playground: 1
            params:
              topic: {type: string, default: a}
            schemas:
              A:
                type: object
                properties:
                  one: {type: string, enum: {$from: params.topic}}
                  two: {type: array, items: {type: string}, maxItems: {$from: params.topic}}
                  three: {type: string, enum: [b, {$from: params.topic}]}
                required: [one]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:8:41: error: 'params.topic' is a string, and 'enum' takes a list; write [{$from: params.topic}] for one value [notebook.from-value]
                        one: {type: string, enum: {$from: params.topic}}
                                                          ^~~~~~~~~~~~
                desk.playground.yaml:9:67: error: 'params.topic' is a string, and 'maxItems' takes a number [notebook.from-value]
                        two: {type: array, items: {type: string}, maxItems: {$from: params.topic}}
                                                                                    ^~~~~~~~~~~~

                """#),
        BadPlayground(
            "content that has no such part",
            #"""
            playground: 1
            schemas:
              Names: {type: object, properties: {names: {type: array, items: {type: string}}}, required: [names]}
              Pick: {type: string, enum: {$from: 'cells.list.content#/nmes'}}
              Word: {type: string, const: {$from: 'cells.plain.content#/word'}}
            cells:
              - {id: list, prompt: List., generating: Names}
              - {id: plain, prompt: Say.}
              - {id: pick, prompt: Pick., generating: Pick}
              - {id: word, prompt: Say., generating: Word}

            """#,
            says: #"""
                desk.playground.yaml:4:38: error: the content of cell 'list' has no 'nmes'; did you mean 'names'? [notebook.unknown-reference]
                    Pick: {type: string, enum: {$from: 'cells.list.content#/nmes'}}
                                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:5:39: error: the content of cell 'plain' is text; write 'cells.plain.content', or give the cell 'generating' [notebook.unknown-reference]
                    Word: {type: string, const: {$from: 'cells.plain.content#/word'}}
                                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "a schema that waits for its own cell",
            #"""
            playground: 1
            schemas:
              Pick: {type: string, const: {$from: cells.again.content}}
            cells:
              - {id: pick, prompt: Pick., generating: Pick}
              - {id: again, continues: pick, prompt: Again.}

            """#,
            says: #"""
                desk.playground.yaml:6:28: error: cells wait for each other: 'pick' takes values of 'again', which continues 'pick' [notebook.cycle]
                    - {id: again, continues: pick, prompt: Again.}
                                             ^~~~

                """#),
    ]
}
