// The tests of a client: a notebook's records as fixtures, and its cells run again without a model.

import Foundation
import FoundationModels
import PlaygroundFixtures

@Generable
struct Status {
    @Guide(.anyOf(["waiting", "packed", "shipped"])) var status: String
    @Guide(.range(0...30)) var days: Int
}

@Generable
struct OrderNumber {
    @Guide(.anyOf(["A17", "B20"])) var number: String
}

struct OrderTool: Tool {
    let name = "order"
    let description = "Looks an order up."
    func call(arguments: OrderNumber) async throws -> String { #"{"status": "shipped", "carrier": "Post", "days": 2}"# }
}

@main
struct Fixtures {
    static func main() async throws {
        let notebooks = CommandLine.arguments[1]
        // As Apple's systems read it.
        let data = try Data(contentsOf: URL(filePath: "\(notebooks)/tools.transcripts/again.json"))
        let decoded = try JSONDecoder().decode(Transcript.self, from: data)
        let transcript = try Transcript(fixture: "\(notebooks)/tools.transcripts/again.json")
        print(decoded.count, transcript.count)

        let fixture = try PlaygroundFixture(path: "\(notebooks)/tools.playground.yaml")
        print(try fixture.value(of: "where", as: Status.self).status)
        for cell in try fixture.cases(
            generating: ["Status": Status.self], tools: [OrderTool()], only: ["where", "again"])
        {
            print(cell, try await cell.run().jsonString)
        }
        do {
            _ = try fixture.cases(generating: ["Status": OrderNumber.self], only: [])
        } catch {
            print("\(error)".hasSuffix("[fixtures.drift]"))
        }
    }
}
