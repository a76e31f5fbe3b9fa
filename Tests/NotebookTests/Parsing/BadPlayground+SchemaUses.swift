// Bad references among schemas, bad files of schemas, and bad uses of schemas by cells, with every word that is said about
// them.

extension BadPlayground {
    static let schemaUses: [BadPlayground] = [
        BadPlayground(
            "reference to a schema that there is not",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  lines: {type: array, items: {$ref: Lime}}
                required: [lines]
              Line: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:6:42: error: unknown schema 'Lime'; did you mean 'Line'? [notebook.unknown-schema]
                        lines: {type: array, items: {$ref: Lime}}
                                                           ^~~~

                """#),
        BadPlayground(
            "reference to another document",
            #"""
            playground: 1
            schemas:
              A: {$ref: 'https://example.com/schema.json'}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: unknown schema 'https://example.com/schema.json'; a reference is the name of a schema of this playground, or '#/…' for a part of its own [notebook.unknown-schema]
                    A: {$ref: 'https://example.com/schema.json'}
                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "reference in the words of another format",
            #"""
            playground: 1
            schemas:
              A: {type: array, items: {$ref: '#/schemas/Line'}}
              Line: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:34: error: '#' is this schema, and has no '#/schemas/Line'; write 'Line' [notebook.unknown-schema]
                    A: {type: array, items: {$ref: '#/schemas/Line'}}
                                                   ^~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "reference to a part that there is not",
            #"""
            playground: 1
            schemas:
              A: {type: array, items: {$ref: 'Line#/$defs/word'}}
              Line: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:34: error: 'Line#/$defs/word' leads to no schema [json-schema.reference]
                    A: {type: array, items: {$ref: 'Line#/$defs/word'}}
                                                   ^~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "reference that leads back",
            #"""
            playground: 1
            schemas:
              A: {$ref: B}
              B: {$ref: A}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: 'B' leads back to itself [json-schema.reference]
                    A: {$ref: B}
                              ^
                desk.playground.yaml:4:13: error: 'A' leads back to itself [json-schema.reference]
                    B: {$ref: A}
                              ^

                """#),
        BadPlayground(
            "reference to a schema that is wrong",
            #"""
            playground: 1
            schemas:
              A: {type: array, items: {$ref: Line}}
              Line: {type: strong}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:4:16: error: unknown type 'strong'; it can be string, integer, number, boolean, null, object, array [json-schema.value]
                    Line: {type: strong}
                                 ^~~~~~

                """#),
        BadPlayground(
            "keywords that can't be enforced",
            #"""
            playground: 1
            schemas:
              A: {type: object, unevaluatedProperties: false, $anchor: here}
              B: {type: array, items: {$ref: '#there'}}
              C: {$dynamicRef: '#a', $defs: {a: {$id: a, $dynamicAnchor: a}, b: {$dynamicAnchor: a, type: string}}}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:44: error: 'unevaluatedProperties' is not enforced [schema.unsupported]
                    A: {type: object, unevaluatedProperties: false, $anchor: here}
                                                             ^~~~~
                desk.playground.yaml:4:34: error: '#there' leads to no schema [json-schema.reference]
                    B: {type: array, items: {$ref: '#there'}}
                                                   ^~~~~~~~
                desk.playground.yaml:5:20: error: '$dynamicRef' to more than one place can't be enforced [schema.unsupported]
                    C: {$dynamicRef: '#a', $defs: {a: {$id: a, $dynamicAnchor: a}, b: {$dynamicAnchor: a, type: string}}}
                                     ^~~~

                """#),
        BadPlayground(
            "not a word of the schema but of the file",
            #"""
            playground: 1
            schemas:
              A: {file: schemas/a.json, type: object}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: can't read 'schemas/a.json': no such file [notebook.include]
                    A: {file: schemas/a.json, type: object}
                              ^~~~~~~~~~~~~~
                desk.playground.yaml:3:29: error: unknown key 'type' in an include; its keys are file [notebook.unknown-key]
                    A: {file: schemas/a.json, type: object}
                                              ^~~~

                """#),
        BadPlayground(
            "file that there is not",
            #"""
            playground: 1
            schemas:
              A: {file: schemas/none.json}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: can't read 'schemas/none.json': no such file [notebook.include]
                    A: {file: schemas/none.json}
                              ^~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "several problems in several schemas",
            #"""
            playground: 1
            schemas:
              A: {type: text}
              B: {type: string, maxLength: many}
              C: {type: array, items: 3}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: unknown type 'text'; it can be string, integer, number, boolean, null, object, array [json-schema.value]
                    A: {type: text}
                              ^~~~
                desk.playground.yaml:4:32: error: expected a number, found a string [json-schema.type]
                    B: {type: string, maxLength: many}
                                                 ^~~~
                desk.playground.yaml:5:27: error: expected a schema or an array of schemas, found a number [json-schema.type]
                    C: {type: array, items: 3}
                                            ^

                """#),
        BadPlayground(
            "object that may stay empty",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  name: {type: string}
                  size: {type: number}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:5:5: warning: no property is required, so an answer may leave all of them out; add 'required: [name, size]', or 'required: []' [notebook.none-required]
                      properties:
                      ^~~~~~~~~~

                """#),
        BadPlayground(
            "object that says it may stay empty",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  name: {type: string}
                required: []
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: ""),
        BadPlayground(
            "schema that there is not, and a typing error",
            #"""
            playground: 1
            schemas:
              Ticket: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: Tiket}
              - {id: b, prompt: Hi., generating: Unheard}

            """#,
            says: #"""
                desk.playground.yaml:5:38: error: unknown schema 'Tiket'; did you mean 'Ticket'? [notebook.unknown-schema]
                    - {id: a, prompt: Hi., generating: Tiket}
                                                       ^~~~~
                desk.playground.yaml:6:38: error: unknown schema 'Unheard'; declare it under 'schemas' [notebook.unknown-schema]
                    - {id: b, prompt: Hi., generating: Unheard}
                                                       ^~~~~~~

                """#),
        BadPlayground(
            "schema in a cell",
            #"""
            playground: 1
            schemas:
              Ticket: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: {type: string}}

            """#,
            says: #"""
                desk.playground.yaml:5:38: error: must be the name of a schema, found a mapping; declare it under 'schemas' [notebook.type]
                    - {id: a, prompt: Hi., generating: {type: string}}
                                                       ^~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "words of other formats",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., schema: A}
              - {id: b, prompt: Hi., response_format: A}

            """#,
            says: #"""
                desk.playground.yaml:3:26: error: unknown key 'schema' in a cell; write 'generating' [notebook.unknown-key]
                    - {id: a, prompt: Hi., schema: A}
                                           ^~~~~~
                desk.playground.yaml:4:26: error: unknown key 'response_format' in a cell; write 'generating' [notebook.unknown-key]
                    - {id: b, prompt: Hi., response_format: A}
                                           ^~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "includeSchemaInPrompt",
            #"""
            playground: 1
            schemas:
              A: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A, includeSchemaInPrompt: no}
              - {id: b, prompt: Hi., includeSchemaInPrompt: true}

            """#,
            says: #"""
                desk.playground.yaml:5:64: error: must be true or false, found 'no' [notebook.type]
                    - {id: a, prompt: Hi., generating: A, includeSchemaInPrompt: no}
                                                                                 ^~
                desk.playground.yaml:6:49: warning: 'includeSchemaInPrompt' has no effect without 'generating'; remove it [notebook.no-effect]
                    - {id: b, prompt: Hi., includeSchemaInPrompt: true}
                                                                  ^~~~

                """#),
    ]
}
