// What dynamic instructions come to when they are evaluated: values that may go to another thread.

/// Instructions and tools in the order in which a body named them.
package struct CollectedInstructions: Sendable {
    package var instructions: [Instructions] = []
    package var tools: [any Tool] = []

    package init() {}

    /// Evaluates dynamic instructions and adds what they name.
    mutating func add(_ content: some DynamicInstructions) {
        if let primitive = content as? any PrimitiveInstructions {
            primitive.collect(into: &self)
        } else {
            add(content.body)
        }
    }

    /// Adds a tool, unless one of the same type and name is there: instructions that are composed of others often name one
    /// tool twice. Tools of different types and one name are both kept, for the session to refuse.
    mutating func add(tool: any Tool) {
        let isKnown = tools.contains { $0.name == tool.name && type(of: $0) == type(of: tool) }
        if !isKnown { tools.append(tool) }
    }
}

/// Again dynamic instructions, so that another session can begin with them.
extension CollectedInstructions: DynamicInstructions, PrimitiveInstructions {
    package typealias Body = Never

    package var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        collected.instructions += instructions
        for tool in tools { collected.add(tool: tool) }
    }
}
