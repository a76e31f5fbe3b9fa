// The form of what came with the systems numbered 27: reasoning, attachments, data, and metadata of calls.

import FoundationModels

extension Form {
    static let attachments27 = Form(
        name: "reasoning and attachments, version 1.1", format: .version1_1,
        text: #"""
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
                        "id": "0",
                        "text": "Which door?"
                      },
                      {
                        "type": "attachment",
                        "id": "1",
                        "label": "door",
                        "attachment": {
                          "type": "image",
                          "url": "file:///tmp/door.png",
                          "orientation": 6
                        }
                      },
                      {
                        "type": "attachment",
                        "id": "2",
                        "attachment": {
                          "type": "image",
                          "data": "R0lGODlhAgADAAA="
                        }
                      },
                      {
                        "type": "attachment",
                        "id": "3",
                        "attachment": {
                          "type": "data",
                          "contentType": "com.example.sound",
                          "content": "AAEC",
                          "metadata": {
                            "seconds": 2
                          }
                        }
                      }
                    ],
                    "options": {},
                    "contextOptions": {}
                  },
                  {
                    "role": "reasoning",
                    "id": "T1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "Look at the handle."
                      }
                    ],
                    "signature": "/wA=",
                    "metadata": {
                      "effort": "deep"
                    }
                  },
                  {
                    "role": "response",
                    "id": "C1",
                    "toolCalls": [
                      {
                        "id": "k1",
                        "name": "zoom",
                        "arguments": "{\"image\": \"door\"}",
                        "metadata": {
                          "index": 0
                        }
                      }
                    ],
                    "metadata": {
                      "turn": 1
                    }
                  },
                  {
                    "role": "tool",
                    "id": "k1",
                    "toolCallID": "k1",
                    "toolName": "zoom",
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "A brass handle."
                      }
                    ]
                  },
                  {
                    "role": "data",
                    "id": "D1",
                    "contentType": "public.json",
                    "content": "e30=",
                    "metadata": null
                  },
                  {
                    "role": "response",
                    "id": "R1",
                    "contents": [
                      {
                        "type": "text",
                        "id": "0",
                        "text": "The left one."
                      }
                    ]
                  }
                ]
              }
            }

            """#)
}
