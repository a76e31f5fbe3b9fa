// Paths into structured contents, held against the schemas when the file loads.

extension BadPlayground {
    static let contentPaths: [BadPlayground] = [
        BadPlayground(
            "paths that there may be",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content }} {{ cells.a.content.topic }} {{ cells.a.content.items.1.name }}
                  {{ cells.a.content.more.or.less }} {{ cells.a.content.mark.low }} {{ cells.a.content.items }}

            """#,
            says: ""),
        BadPlayground(
            "key of content that there is not",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.topik }}
                  {{ cells.a.content.weather }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: the content of cell 'a' has no 'topik'; did you mean 'topic'? [notebook.unknown-reference]
                        {{ cells.a.content.topik }}
                           ^~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:20:10: error: the content of cell 'a' has no 'weather'; it has topic, items, more, mark [notebook.unknown-reference]
                        {{ cells.a.content.weather }}
                           ^~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "key of an element that there is not",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.items.0.nome }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: 'items.0' has no 'nome'; did you mean 'name'? [notebook.unknown-reference]
                        {{ cells.a.content.items.0.nome }}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "key of a list",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.items.first }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: 'items' is a list; write a place in it, from 0, instead of 'first' [notebook.unknown-reference]
                        {{ cells.a.content.items.first }}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "element that there can't be",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.items.2 }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: 'items' has no '2': the schema allows fewer elements, counted from 0 [notebook.unknown-reference]
                        {{ cells.a.content.items.2 }}
                           ^~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "part of a text",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.topic.short }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: 'topic' has no parts, and so no 'short' [notebook.unknown-reference]
                        {{ cells.a.content.topic.short }}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "key of one of several shapes",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  topic: {type: string}
                  items:
                    type: array
                    maxItems: 2
                    items: {$ref: Line}
                  more: {type: object}
                  mark: {anyOf: [{type: number}, {type: object, properties: {low: {type: number}}, required: [low]}]}
                required: [topic]
              Line: {type: object, properties: {name: {type: string}}, required: [name]}
            cells:
              - {id: a, prompt: Hi., generating: A}
              - id: b
                prompt: |
                  {{ cells.a.content.mark.high }}

            """#,
            says: #"""
                desk.playground.yaml:19:10: error: 'mark' has no 'high'; it has low [notebook.unknown-reference]
                        {{ cells.a.content.mark.high }}
                           ^~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "path into text",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi.}
              - {id: b, prompt: 'Use {{ cells.a.content.topic }}.'}

            """#,
            says: #"""
                desk.playground.yaml:4:29: error: the content of cell 'a' is text; write 'cells.a.content', or give the cell 'generating' [notebook.unknown-reference]
                    - {id: b, prompt: 'Use {{ cells.a.content.topic }}.'}
                                              ^~~~~~~~~~~~~~~~~~~~~

                """#),
    ]
}
