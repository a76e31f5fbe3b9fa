// Transcripts in Apple's JSON form, both versions, as our writer lays them out.

import FoundationModels
import Testing

/// A transcript's text and the version it is in.
struct Form: Sendable, CustomTestStringConvertible {
    var name: String
    var format: Transcript.Format
    var text: String
    var testDescription: String { name }

    static let all = [empty, text27, text26, tools27, structure26, attachments27]

    static let empty = Form(
        name: "empty", format: .version1_1,
        text: """
            {
              "type": "FoundationModels.Transcript",
              "version": "1.1",
              "transcript": {
                "entries": []
              }
            }

            """)

    static let text27 = Form(
        name: "text, version 1.1", format: .version1_1,
        text: """
            {
              "type": "FoundationModels.Transcript",
              "version": "1.1",
              "transcript": {
                "entries": [
                  {
                    "role": "user",
                    "id": "P1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s1",
                        "text": "Où ?"
                      }
                    ],
                    "options": {
                      "temperature": 1,
                      "maximumResponseTokens": 40
                    },
                    "contextOptions": {}
                  },
                  {
                    "role": "response",
                    "id": "R1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "Là."
                      }
                    ]
                  }
                ]
              }
            }

            """)

    static let text26 = Form(
        name: "text, version 1", format: .version1,
        text: """
            {
              "type": "FoundationModels.Transcript",
              "version": 1,
              "transcript": {
                "entries": [
                  {
                    "role": "user",
                    "id": "P1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s1",
                        "text": "Où ?"
                      }
                    ],
                    "options": {
                      "temperature": 1,
                      "maximumResponseTokens": 40
                    }
                  },
                  {
                    "role": "response",
                    "id": "R1",
                    "assets": [],
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "Là."
                      }
                    ]
                  }
                ]
              }
            }

            """)

    static let tools27 = Form(
        name: "tools, version 1.1", format: .version1_1,
        text: #"""
            {
              "type": "FoundationModels.Transcript",
              "version": "1.1",
              "transcript": {
                "entries": [
                  {
                    "role": "instructions",
                    "id": "I1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s1",
                        "text": "Answer in one line."
                      }
                    ],
                    "tools": [
                      {
                        "type": "function",
                        "function": {
                          "name": "tide",
                          "description": "High tide time for a port",
                          "parameters": {
                            "type": "object",
                            "title": "Arguments",
                            "properties": {
                              "port": {
                                "type": "string",
                                "description": "Name of a port"
                              },
                              "day": {
                                "type": "integer",
                                "minimum": 1
                              }
                            },
                            "required": [
                              "port"
                            ],
                            "additionalProperties": false,
                            "x-order": [
                              "port",
                              "day"
                            ]
                          }
                        }
                      }
                    ]
                  },
                  {
                    "role": "user",
                    "id": "P1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s2",
                        "text": "When is high tide in Brest?"
                      }
                    ],
                    "options": {
                      "temperature": 0.2,
                      "topK": 20,
                      "randomSeed": 18446744073709551615,
                      "toolCallingMode": "allowed"
                    },
                    "contextOptions": {
                      "includeSchemaInPrompt": true,
                      "reasoningLevel": "brief"
                    },
                    "metadata": {
                      "trace": "t-1"
                    }
                  },
                  {
                    "role": "response",
                    "id": "C1",
                    "toolCalls": [
                      {
                        "id": "k1",
                        "name": "tide",
                        "arguments": "{\"port\": \"Brest\"}"
                      }
                    ]
                  },
                  {
                    "role": "tool",
                    "id": "k1",
                    "toolCallID": "k1",
                    "toolName": "tide",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s3",
                        "text": "05:12"
                      }
                    ]
                  },
                  {
                    "role": "response",
                    "id": "R1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "High tide is at 05:12."
                      }
                    ]
                  }
                ]
              }
            }

            """#)

    static let structure26 = Form(
        name: "structure, version 1", format: .version1,
        text: """
            {
              "type": "FoundationModels.Transcript",
              "version": 1,
              "transcript": {
                "entries": [
                  {
                    "role": "user",
                    "id": "P2",
                    "contents": [
                      {
                        "type": "text",
                        "id": "s1",
                        "text": "Tide?"
                      }
                    ],
                    "options": {},
                    "responseFormat": {
                      "type": "jsonSchema",
                      "jsonSchema": {
                        "name": "Tide",
                        "schema": {
                          "$ref": "#/$defs/Tide",
                          "$defs": {
                            "Tide": {
                              "type": "number",
                              "title": "Tide"
                            }
                          }
                        }
                      }
                    }
                  },
                  {
                    "role": "response",
                    "id": "R2",
                    "assets": [
                      "asset-1"
                    ],
                    "contents": [
                      {
                        "type": "structure",
                        "id": "0",
                        "structure": {
                          "source": "Tide",
                          "content": {
                            "port": "Brest",
                            "height": 6.4,
                            "isHigh": true,
                            "note": null
                          }
                        }
                      }
                    ]
                  }
                ]
              }
            }

            """)
}
