// Bad schemas in playground files and every word that is said about them: each problem at the place of its keyword.

extension BadPlayground {
    static let schemas: [BadPlayground] = [
        BadPlayground(
            "schemas as a list",
            #"""
            playground: 1
            schemas: [a]
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:2:10: error: schemas must be a mapping of names, found a list [notebook.type]
                  schemas: [a]
                           ^~~

                """#),
        BadPlayground(
            "schema as a list",
            #"""
            playground: 1
            schemas:
              A: [a]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:6: error: a schema must be a mapping, found a list [notebook.type]
                    A: [a]
                       ^~~

                """#),
        BadPlayground(
            "schema without a declaration",
            #"""
            playground: 1
            schemas:
              A:
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:3: error: schema 'A' has no declaration; write {type: object} [notebook.missing-value]
                    A:
                    ^

                """#),
        BadPlayground(
            "name of a schema",
            #"""
            playground: 1
            schemas:
              1st: {type: string}
              A: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:3: error: '1st' can't name a schema; a name is a letter or '_', then at most 63 letters, digits, '-' and '_' [notebook.name]
                    1st: {type: string}
                    ^~~

                """#),
        BadPlayground(
            "type that there is not",
            #"""
            playground: 1
            schemas:
              A: {type: objekt}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:13: error: unknown type 'objekt'; it can be string, integer, number, boolean, null, object, array [json-schema.value]
                    A: {type: objekt}
                              ^~~~~~

                """#),
        BadPlayground(
            "keyword that there is not, twice",
            #"""
            playground: 1
            schemas:
              A:
                type: string
                minLenght: 3
                Format: date
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:5:5: error: unknown keyword 'minLenght' in a schema; did you mean 'minLength'? [schema.unknown-keyword]
                      minLenght: 3
                      ^~~~~~~~~
                desk.playground.yaml:6:5: error: unknown keyword 'Format' in a schema; did you mean 'format'? [schema.unknown-keyword]
                      Format: date
                      ^~~~~~

                """#),
        BadPlayground(
            "keyword far from any",
            #"""
            playground: 1
            schemas:
              A: {type: string, colour: red}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:21: error: unknown keyword 'colour' in a schema [schema.unknown-keyword]
                    A: {type: string, colour: red}
                                      ^~~~~~

                """#),
        BadPlayground(
            "number in quotes",
            #"""
            playground: 1
            schemas:
              A: {type: string, minLength: "3"}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:32: error: expected a number, found a string [json-schema.type]
                    A: {type: string, minLength: "3"}
                                                 ^~~

                """#),
        BadPlayground(
            "count below zero",
            #"""
            playground: 1
            schemas:
              A: {type: array, minItems: -1, items: {type: string}}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:30: error: expected a count, found -1 [json-schema.value]
                    A: {type: array, minItems: -1, items: {type: string}}
                                               ^~

                """#),
        BadPlayground(
            "text where a list belongs",
            #"""
            playground: 1
            schemas:
              A: {type: object, properties: {a: {type: string}}, required: a}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:64: error: expected an array of strings, found a string [json-schema.type]
                    A: {type: object, properties: {a: {type: string}}, required: a}
                                                                                 ^

                """#),
        BadPlayground(
            "property without a value",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  first:
                  second: {type: string}
                required: [second]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:6:7: error: 'first' has no value [notebook.missing-value]
                        first:
                        ^~~~~

                """#),
        BadPlayground(
            "properties as a list",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties: [a, b]
                required: []
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:5:5: error: expected an object of schemas, found an array [json-schema.type]
                      properties: [a, b]
                      ^~~~~~~~~~

                """#),
        BadPlayground(
            "pattern that is none",
            #"""
            playground: 1
            schemas:
              A: {type: string, pattern: "(a"}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:30: error: pattern '(a': '(' without ')' at offset 0 [schema.pattern]
                    A: {type: string, pattern: "(a"}
                                               ^~~~

                """#),
        BadPlayground(
            "pattern that can't be enforced",
            #"""
            playground: 1
            schemas:
              A: {type: string, pattern: "(a)\\1"}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:30: error: pattern '(a)\1': a reference to a group at offset 3 can't be enforced [schema.unsupported]
                    A: {type: string, pattern: "(a)\\1"}
                                               ^~~~~~~~

                """#),
        BadPlayground(
            "bounds that leave nothing",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  size: {type: integer, minimum: 5, maximum: 2}
                required: [size]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:6:7: error: minimum (5) is greater than maximum (2) [schema.unsatisfiable]
                        size: {type: integer, minimum: 5, maximum: 2}
                        ^~~~

                """#),
        BadPlayground(
            "multiple of nothing",
            #"""
            playground: 1
            schemas:
              A: {type: number, multipleOf: 0}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:33: error: 'multipleOf' must be a number above 0 [schema.malformed]
                    A: {type: number, multipleOf: 0}
                                                  ^

                """#),
        BadPlayground(
            "choice without a value",
            #"""
            playground: 1
            schemas:
              A: {enum: []}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:7: error: 'enum' is empty [schema.unsatisfiable]
                    A: {enum: []}
                        ^~~~

                """#),
        BadPlayground(
            "member that is required and forbidden",
            #"""
            playground: 1
            schemas:
              A: {type: object, properties: {a: {type: string}}, required: [b]}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:65: error: 'b' is required, but the object has no such property [schema.unsatisfiable]
                    A: {type: object, properties: {a: {type: string}}, required: [b]}
                                                                                  ^

                """#),
        BadPlayground(
            "object without an end",
            #"""
            playground: 1
            schemas:
              A: {type: object, properties: {next: {$ref: A}}, required: [next]}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:3:6: error: every value would have to hold another of its kind, without end [schema.unsatisfiable]
                    A: {type: object, properties: {next: {$ref: A}}, required: [next]}
                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
    ]
}
