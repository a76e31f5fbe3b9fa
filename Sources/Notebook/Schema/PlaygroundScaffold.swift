// What `init` writes into a folder: a first playground that runs as it stands, and the line that tells Git how to treat
// the records beside it.

/// Texts of the files of a new playground.
package enum PlaygroundScaffold {
    /// A playground file.
    ///
    /// - Parameters:
    ///   - title: any text; it is written as a quoted scalar.
    ///   - model: a registered model name.
    package static func playground(title: String, model: String) -> String {
        """
        # yaml-language-server: $schema=./\(EditorSchema.fileName)
        playground: 1
        title: \(SchemaJSON.string(title).text(indent: 0))
        model: \(model)
        options: {maximumResponseTokens: 120}

        params:
          city: {type: string, default: Lisbon}

        instructions: |
          You are a travel guide. Answer in one or two short sentences.

        cells:
          - id: greet
            prompt: "Welcome me to {{ city }}, and name one thing to see."

          # The same conversation, one more turn.
          - id: when
            continues: greet
            prompt: What is the best time of day for it?

          # A fork: also goes on after `greet`, and knows nothing of `when`.
          - id: eat
            continues: greet
            prompt: What could I eat nearby?

          # A conversation of its own that uses the content of another.
          - id: postcard
            prompt: |
              Turn this into one line for a postcard:
              {{ cells.greet.content }}

        """
    }

    /// The lines for `.gitattributes`: records are generated text with `\\n` at line ends on every system.
    package static let gitAttributes = """
        *.outputs.yaml text eol=lf linguist-generated
        *.outputs/*.yaml text eol=lf linguist-generated
        *.transcripts/*.json text eol=lf linguist-generated
        *.transcripts/*.jsonl text eol=lf linguist-generated

        """
}
