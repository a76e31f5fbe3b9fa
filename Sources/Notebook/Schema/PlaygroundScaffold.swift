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
        options: {maximumResponseTokens: 80}

        params:
          weather: {type: string, default: rainy}

        instructions: |
          You are a friendly assistant in a small bookshop. Answer in one or two short sentences.

        cells:
          - id: greet
            prompt: A customer says hello and asks what you recommend for a {{ weather }} weekend.

          # The same conversation, one more turn.
          - id: poem
            continues: greet
            prompt: Turn that into a poem of two lines.

          # A fork: also goes on after `greet`, and knows nothing of `poem`.
          - id: present
            continues: greet
            prompt: And as a present for a child?

          # A conversation of its own that uses the content of another.
          - id: title
            prompt: |
              Give this poem a title:
              {{ cells.poem.content }}

        """
    }

    /// The lines for `.gitattributes`: records are generated text with `\\n` at line ends on every system.
    package static let gitAttributes = """
        *.outputs.yaml text eol=lf linguist-generated
        *.outputs/*.yaml text eol=lf linguist-generated
        *.snapshots/*.json text eol=lf linguist-generated
        *.transcripts/*.json text eol=lf linguist-generated
        *.transcripts/*.jsonl text eol=lf linguist-generated

        """
}
