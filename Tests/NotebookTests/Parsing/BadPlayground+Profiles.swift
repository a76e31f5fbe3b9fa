// Bad profiles, contexts, simulations and records, with every word that is said about them.

extension BadPlayground {
    static let profiles: [BadPlayground] = [
        BadPlayground(
            "profiles that are none",
            #"""
            playground: 1
            profiles:
              9lives: {options: {}}
              empty:
              odd: {colour: red}
              low: {reasoningLevel: deepest, model: "a b"}
            cells:
              - {id: a, prompt: Hi., profile: lwo}
              - {id: b, prompt: Hi., profile: unheard}

            """#,
            says: #"""
                desk.playground.yaml:3:3: error: '9lives' can't name a profile; a name is a letter or '_', then at most 63 letters, digits, '-' and '_' [notebook.name]
                    9lives: {options: {}}
                    ^~~~~~
                desk.playground.yaml:4:3: error: profile 'empty' has no declaration; write {instructions: …} [notebook.missing-value]
                    empty:
                    ^~~~~
                desk.playground.yaml:5:9: error: unknown key 'colour' in a profile; its keys are instructions, tools, options, model, reasoningLevel [notebook.unknown-key]
                    odd: {colour: red}
                          ^~~~~~
                desk.playground.yaml:6:25: error: unknown value 'deepest'; it must be light, moderate, deep or a number of tokens from 1 [notebook.value]
                    low: {reasoningLevel: deepest, model: "a b"}
                                          ^~~~~~~
                desk.playground.yaml:6:41: error: 'a b' is neither a model name nor the path of a .gguf file; a name has letters, digits, '-', '_' and '.' [notebook.value]
                    low: {reasoningLevel: deepest, model: "a b"}
                                                          ^~~~~
                desk.playground.yaml:8:35: error: unknown profile 'lwo'; did you mean 'low'? [notebook.unknown-profile]
                    - {id: a, prompt: Hi., profile: lwo}
                                                    ^~~
                desk.playground.yaml:9:35: error: unknown profile 'unheard'; declare it under 'profiles' [notebook.unknown-profile]
                    - {id: b, prompt: Hi., profile: unheard}
                                                    ^~~~~~~

                """#),
        BadPlayground(
            "a list of profiles",
            #"""
            playground: 1
            profiles: [a, b]
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:2:11: error: profiles must be a mapping of names, found a list [notebook.type]
                  profiles: [a, b]
                            ^~~~~~

                """#),
        BadPlayground(
            "use case and model of a cell",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., useCase: contentTaging, model: [x]}
              - {id: b, prompt: Hi., reasoningLevel: 0}

            """#,
            says: #"""
                desk.playground.yaml:3:35: error: unknown value 'contentTaging'; did you mean 'contentTagging'? [notebook.value]
                    - {id: a, prompt: Hi., useCase: contentTaging, model: [x]}
                                                    ^~~~~~~~~~~~~
                desk.playground.yaml:3:57: error: must be text, found a list; put text in quotes [notebook.type]
                    - {id: a, prompt: Hi., useCase: contentTaging, model: [x]}
                                                                          ^~~
                desk.playground.yaml:4:42: error: unknown value '0'; it must be light, moderate, deep or a number of tokens from 1 [notebook.value]
                    - {id: b, prompt: Hi., reasoningLevel: 0}
                                                           ^

                """#),
        BadPlayground(
            "contexts that are none",
            #"""
            playground: 1
            context: {size: 12, whenFull: keepTurns}
            cells:
              - {id: a, prompt: Hi., context: {}}
              - {id: b, prompt: Hi., context: {whenFull: {keepTurns: 0}}}
              - {id: c, prompt: Hi., context: {whenFull: {keepTurns: 1, summarize: true}}}
              - {id: d, prompt: Hi., context: {num_ctx: 4096}}
              - {id: e, prompt: Hi., context: 4096}

            """#,
            says: #"""
                desk.playground.yaml:2:17: error: 12 is out of range; it must be at least 64 [notebook.value]
                  context: {size: 12, whenFull: keepTurns}
                                  ^~
                desk.playground.yaml:2:31: error: unknown value 'keepTurns'; it must be error, summarize or {keepTurns: 4} [notebook.value]
                  context: {size: 12, whenFull: keepTurns}
                                                ^~~~~~~~~
                desk.playground.yaml:4:35: error: a context needs 'size' or 'whenFull' [notebook.value]
                    - {id: a, prompt: Hi., context: {}}
                                                    ^~
                desk.playground.yaml:5:58: error: 0 is out of range; it must be at least 1 [notebook.value]
                    - {id: b, prompt: Hi., context: {whenFull: {keepTurns: 0}}}
                                                                           ^
                desk.playground.yaml:6:46: error: a policy of a full context holds one key, found 2; keep 'keepTurns' [notebook.value]
                    - {id: c, prompt: Hi., context: {whenFull: {keepTurns: 1, summarize: true}}}
                                                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:6:61: error: unknown key 'summarize' in a policy of a full context; its keys are keepTurns [notebook.unknown-key]
                    - {id: c, prompt: Hi., context: {whenFull: {keepTurns: 1, summarize: true}}}
                                                                              ^~~~~~~~~
                desk.playground.yaml:7:36: error: unknown key 'num_ctx' in a context; write 'size' [notebook.unknown-key]
                    - {id: d, prompt: Hi., context: {num_ctx: 4096}}
                                                     ^~~~~~~
                desk.playground.yaml:8:35: error: a context must be a mapping, found text [notebook.type]
                    - {id: e, prompt: Hi., context: 4096}
                                                    ^~~~

                """#),
        BadPlayground(
            "simulations that are none",
            #"""
            playground: 1
            simulate: {availability: modelNotRedy}
            cells:
              - {id: a, prompt: Hi., simulate: {}}
              - {id: b, prompt: Hi., simulate: {error: refusal, quota: limitReached}}
              - {id: c, prompt: Hi., simulate: {error: outOfMemory}}
              - {id: d, prompt: Hi., simulate: {error: refusal, resetDate: 2027-01-31T12:00:00Z}}
              - {id: e, prompt: Hi., simulate: {quota: limitReached, resetDate: tomorrow}}
              - {id: f, prompt: Hi., simulate: {quota: limitReached, resetDate: null}}

            """#,
            says: #"""
                desk.playground.yaml:2:26: error: unknown value 'modelNotRedy'; did you mean 'modelNotReady'? [notebook.value]
                  simulate: {availability: modelNotRedy}
                                           ^~~~~~~~~~~~
                desk.playground.yaml:4:36: error: a simulation needs 'availability', 'error' or 'quota' [notebook.value]
                    - {id: a, prompt: Hi., simulate: {}}
                                                     ^~
                desk.playground.yaml:5:36: error: a simulation holds one of 'availability', 'error' and 'quota', found 2 [notebook.value]
                    - {id: b, prompt: Hi., simulate: {error: refusal, quota: limitReached}}
                                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:6:44: error: unknown value 'outOfMemory'; it must be guardrailViolation, refusal, rateLimited, contextSizeExceeded, exceededContextWindowSize, unsupportedGenerationGuide, unsupportedGuide, unsupportedLanguageOrLocale, decodingFailure, assetsUnavailable, concurrentRequests, timeout, networkFailure or serviceUnavailable [notebook.value]
                    - {id: c, prompt: Hi., simulate: {error: outOfMemory}}
                                                             ^~~~~~~~~~~
                desk.playground.yaml:7:64: error: 'resetDate' belongs to 'quota'; remove it [notebook.value]
                    - {id: d, prompt: Hi., simulate: {error: refusal, resetDate: 2027-01-31T12:00:00Z}}
                                                                                 ^~~~~~~~~~~~~~~~~~~~
                desk.playground.yaml:8:69: error: 'tomorrow' is no date; write it as 2027-01-31T12:00:00Z, or null [notebook.value]
                    - {id: e, prompt: Hi., simulate: {quota: limitReached, resetDate: tomorrow}}
                                                                                      ^~~~~~~~

                """#),
        BadPlayground(
            "records that are none",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., record: {}}
              - {id: b, prompt: Hi., record: {snapshots: 3}}
              - {id: c, prompt: Hi., record: all}

            """#,
            says: #"""
                desk.playground.yaml:3:34: error: a record needs 'snapshots' [notebook.missing-key]
                    - {id: a, prompt: Hi., record: {}}
                                                   ^~
                desk.playground.yaml:4:46: error: must be true or false, found '3' [notebook.type]
                    - {id: b, prompt: Hi., record: {snapshots: 3}}
                                                               ^
                desk.playground.yaml:5:34: error: a record must be a mapping, found text [notebook.type]
                    - {id: c, prompt: Hi., record: all}
                                                   ^~~

                """#),
        BadPlayground(
            "hints that there are not",
            #"""
            playground: 1
            hints: {none-requird: false, deep-nesting: off}
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:2:9: error: unknown key 'none-requird' in hints; did you mean 'none-required'? [notebook.unknown-key]
                  hints: {none-requird: false, deep-nesting: off}
                          ^~~~~~~~~~~~
                desk.playground.yaml:2:44: error: must be true or false, found 'off' [notebook.type]
                  hints: {none-requird: false, deep-nesting: off}
                                                             ^~~

                """#),
    ]
}
