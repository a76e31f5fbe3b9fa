// Files that are right and get hints, with every word of those.

extension BadPlayground {
    static let hints: [BadPlayground] = [
        BadPlayground(
            "reasons after verdicts",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  verdict: {type: string, enum: [good, bad]}
                  reason: {type: string}
                required: [verdict, reason]
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:7:7: warning: 'reason' is generated after 'verdict', which depends on it; declare 'reason' first [notebook.dependent-order]
                        reason: {type: string}
                        ^~~~~~

                """#),
        BadPlayground(
            "a property before the one that it depends on",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  street: {type: string}
                  country: {type: string}
                required: []
                dependentRequired: {country: [street]}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:7:7: warning: 'country' is generated after 'street', which depends on it; declare 'country' first [notebook.dependent-order]
                        country: {type: string}
                        ^~~~~~~

                """#),
        BadPlayground(
            "deep nesting",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                required: [a]
                properties:
                  a:
                    type: object
                    required: [b]
                    properties:
                      b:
                        type: array
                        items:
                          type: object
                          required: [c]
                          properties:
                            c:
                              type: object
                              required: [d]
                              properties:
                                d: {type: object, required: [e], properties: {e: {type: string}}}
            cells:
              - {id: a, prompt: Hi., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:21:21: warning: objects stand within objects 5 deep, and small models lose track; ask for the parts in cells of their own, or flatten the schema [notebook.deep-nesting]
                                      d: {type: object, required: [e], properties: {e: {type: string}}}
                                      ^

                """#),
        BadPlayground(
            "a count in prose",
            #"""
            playground: 1
            schemas:
              A:
                type: object
                properties:
                  names: {type: array, items: {type: string}}
                required: [names]
              B:
                type: object
                properties:
                  names: {type: array, items: {type: string}, maxItems: 3}
                required: [names]
            cells:
              - {id: a, prompt: Give me three short names., generating: A}
              - {id: b, prompt: Give me three short names., generating: B}
              - {id: c, prompt: Give me names., generating: A}

            """#,
            says: #"""
                desk.playground.yaml:14:21: warning: the prompt asks for three names, and the schema does not hold the answer to it; give 'names' of 'A' 'minItems' and 'maxItems' [notebook.prose-count]
                    - {id: a, prompt: Give me three short names., generating: A}
                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~

                """#),
        BadPlayground(
            "free text in instructions",
            #"""
            playground: 1
            params:
              question: {type: string}
              tone: {type: string, enum: [kind, cold], default: kind}
            instructions: Be {{ tone }}, and answer {{ question }}
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:5:44: warning: 'question' is free text, which a model obeys in instructions; put it into a prompt, or give the parameter an 'enum' [notebook.instructions-text]
                  instructions: Be {{ tone }}, and answer {{ question }}
                                                             ^~~~~~~~

                """#),
        BadPlayground(
            "hints that are silenced",
            #"""
            playground: 1
            hints: {none-required: false, dependent-order: false, prose-count: false, instructions-text: false, deep-nesting: true}
            params:
              question: {type: string}
            instructions: Answer {{ question }}
            schemas:
              A:
                type: object
                properties:
                  names: {type: array, items: {type: string}}
                  good: {type: boolean}
                  reason: {type: string}
            cells:
              - {id: a, prompt: Give me three names., generating: A}

            """#,
            says: ""),
    ]
}
