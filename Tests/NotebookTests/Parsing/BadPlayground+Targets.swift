// Files that do not run on their target, with every word that is said about them.

extension BadPlayground {
    static let targets: [BadPlayground] = [
        BadPlayground(
            "schemas beyond a target's dialect",
            #"""
            playground: 1
            target: ios26
            context: {size: 8192}
            profiles:
              deep: {reasoningLevel: deep}
            schemas:
              A:
                type: object
                properties:
                  word: {type: [string, 'null'], minLength: 2}
                  pair: {type: array, prefixItems: [{type: string}], items: false}
                required: [word]
                additionalProperties: {type: string}
            cells:
              - {id: a, prompt: Hi., generating: A, reasoningLevel: light}

            """#,
            says: #"""
                desk.playground.yaml:3:17: error: the context of ios26 has 4096 tokens, found 8192 [notebook.target]
                  context: {size: 8192}
                                  ^~~~
                desk.playground.yaml:5:26: error: 'reasoningLevel' is not there on ios26; remove it, or write 'target: ios27' [notebook.target]
                    deep: {reasoningLevel: deep}
                                           ^~~~
                desk.playground.yaml:10:14: error: a schema of ios26 has one type; use 'anyOf' for several [notebook.target]
                        word: {type: [string, 'null'], minLength: 2}
                               ^~~~
                desk.playground.yaml:10:38: error: 'minLength' is not in the dialect of ios26; say it otherwise, or remove 'target' [notebook.target]
                        word: {type: [string, 'null'], minLength: 2}
                                                       ^~~~~~~~~
                desk.playground.yaml:11:27: error: 'prefixItems' is not in the dialect of ios26; say it otherwise, or remove 'target' [notebook.target]
                        pair: {type: array, prefixItems: [{type: string}], items: false}
                                            ^~~~~~~~~~~
                desk.playground.yaml:11:65: error: a schema of ios26 can't be 'true' or 'false'; say its type [notebook.target]
                        pair: {type: array, prefixItems: [{type: string}], items: false}
                                                                                  ^~~~~
                desk.playground.yaml:13:5: error: 'additionalProperties' of ios26 is true or false, found a schema [notebook.target]
                      additionalProperties: {type: string}
                      ^~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:15:57: error: 'reasoningLevel' is not there on ios26; remove it, or write 'target: ios27' [notebook.target]
                    - {id: a, prompt: Hi., generating: A, reasoningLevel: light}
                                                                          ^~~~~

                """#)
    ]
}
