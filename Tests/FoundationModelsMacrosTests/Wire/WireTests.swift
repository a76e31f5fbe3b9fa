// Messages: JSON, places in files, and the replies to the compiler.

import Testing

@testable import FoundationModelsMacros

@Suite("Wire")
struct WireTests {
    @Test(
        "JSON is read, and what is written reads back the same",
        arguments: [
            (#"{"a":[1,-2.5,true,false,null],"b":{}}"#, #"{"a":[1,-2.5,true,false,null],"b":{}}"#),
            (#" [ "q\"\\\/\n\t\u0001\u00e9\ud83d\ude00" , 1e3 ] "#, "[\"q\\\"\\\\/\\n\\u0009\\u0001é😀\",1000]"),
            (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
            (#""\ud800x""#, "\"\u{FFFD}x\""),
        ])
    func json(text: String, written: String) throws {
        let value = try JSON(parsing: Array(text.utf8))
        #expect(String(decoding: value.text, as: UTF8.self) == written)
        #expect(try JSON(parsing: value.text) == value)
    }

    @Test(
        "Damaged JSON is refused at its place",
        arguments: [
            ("", 0), ("{", 1), ("[1,]", 3), ("[1 2]", 3), (#"{"a" 1}"#, 5), (#""a"#, 2), (#""\u12"#, 3), ("tru", 0),
            ("1 2", 2), (#"{"a":1,}"#, 7), (String(repeating: "[", count: 100), 64),
        ])
    func damaged(text: String, offset: Int) {
        #expect(throws: JSON.SyntaxError(offset: offset)) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test("A byte's line and column count from the text's own place")
    func positions() {
        let syntax = SourceSyntax(source: "\n  é x\ny", line: 4, column: 7)
        #expect(syntax.position(of: 0) == (4, 7))
        #expect(syntax.position(of: 3) == (5, 3))
        #expect(syntax.position(of: 6) == (5, 6))
        #expect(syntax.position(of: 8) == (6, 1))
    }

    private let server = PluginServer(macros: .all)

    private func reply(_ message: String) throws -> String {
        String(decoding: server.answer(try JSON(parsing: Array(message.utf8))).text, as: UTF8.self)
    }

    @Test("The plug-in tells its version of the protocol")
    func capability() throws {
        #expect(
            try reply(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
                == #"{"getCapabilityResult":{"capability":{"features":[],"protocolVersion":7}}}"#)
    }

    @Test("A diagnostic is told at its byte of the file")
    func diagnostic() throws {
        let message = #"""
            {"expandAttachedMacro":{"macro":{"moduleName":"M","name":"Generable","typeName":"GenerableMacro"},
            "macroRole":"member","discriminator":"x","lexicalContext":[],
            "attributeSyntax":{"kind":"attribute","location":{"fileName":"a.swift","offset":40,"line":3,"column":1},
            "source":"@Generable "},
            "declSyntax":{"kind":"declaration","location":{"fileName":"a.swift","offset":40,"line":3,"column":1},
            "source":"@Generable struct A { var é = 5 }"}}}
            """#
        #expect(
            try reply(message)
                == #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[{"endOffset":68,"fileName":"a.swift","startOffset":66}],"message":"a property of a '@Generable' type needs its type written out: 'é: <#type#>'","notes":[],"position":{"fileName":"a.swift","offset":66},"severity":"error"}],"expandedSource":""}}"#
        )
    }

    @Test("A macro that the plug-in doesn't know is told so")
    func unknown() throws {
        let message =
            #"{"expandFreestandingMacro":{"macro":{"typeName":"Other"},"discriminator":"d","syntax":{"source":"x"}}}"#
        #expect(try reply(message).contains("doesn't know the macro; build the package again"))
    }

    @Test("A message that isn't known has no expansion")
    func unknownMessage() throws {
        #expect(
            try reply(#"{"loadPluginLibrary":{}}"#)
                == #"{"expandMacroResult":{"diagnostics":[],"expandedSource":null}}"#)
    }
}
