// Doubtful playground files and every word that is said about them: options that change nothing.

extension BadPlayground {
    static let options: [BadPlayground] = [
        BadPlayground(
            "seed without a draw",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., options: {seed: 7}}
              - {id: b, prompt: Hi., options: {seed: 7, temperature: 0}}
              - {id: c, prompt: Hi., options: {seed: 7, temperature: 0.1}}
              - {id: d, prompt: Hi., options: {seed: 7, samplingMode: {top: 4}}}

            """#,
            says: #"""
                desk.playground.yaml:3:42: warning: 'seed' has no effect where the likeliest token is always taken; set a 'temperature' above 0 or a 'samplingMode', or remove it [notebook.no-effect]
                    - {id: a, prompt: Hi., options: {seed: 7}}
                                                           ^
                desk.playground.yaml:4:42: warning: 'seed' has no effect where the likeliest token is always taken; set a 'temperature' above 0 or a 'samplingMode', or remove it [notebook.no-effect]
                    - {id: b, prompt: Hi., options: {seed: 7, temperature: 0}}
                                                           ^

                """#),
        BadPlayground(
            "seed of the file that no cell draws with",
            #"""
            playground: 1
            options: {seed: 7}
            cells:
              - {id: a, prompt: Hi.}

            """#,
            says: #"""
                desk.playground.yaml:2:17: warning: 'seed' has no effect where the likeliest token is always taken; set a 'temperature' above 0 or a 'samplingMode', or remove it [notebook.no-effect]
                  options: {seed: 7}
                                  ^

                """#),
        BadPlayground(
            "seed of the file that one cell draws with",
            #"""
            playground: 1
            options: {seed: 7}
            cells:
              - {id: a, prompt: Hi.}
              - {id: b, prompt: Hi., options: {temperature: 1}}

            """#, says: ""),
        BadPlayground(
            "options that exclude each other",
            #"""
            playground: 1
            cells:
              - {id: a, prompt: Hi., options: {samplingMode: greedy, temperature: 1}}
              - {id: b, prompt: Hi., options: {temperature: 0, samplingMode: {top: 2}}}

            """#,
            says: #"""
                desk.playground.yaml:3:71: warning: 'temperature' has no effect with 'samplingMode: greedy'; remove one of them [notebook.no-effect]
                    - {id: a, prompt: Hi., options: {samplingMode: greedy, temperature: 1}}
                                                                                        ^
                desk.playground.yaml:4:66: warning: 'samplingMode' has no effect with 'temperature: 0'; remove one of them [notebook.no-effect]
                    - {id: b, prompt: Hi., options: {temperature: 0, samplingMode: {top: 2}}}
                                                                                   ^~~~~~~~

                """#),
    ]
}
