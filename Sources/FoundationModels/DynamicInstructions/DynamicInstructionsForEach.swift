// Dynamic instructions for each element of a collection. Inside dynamic instructions it is called `ForEach`.

/// Dynamic instructions for each element of a collection, in its order.
///
/// An element with the id of one before it is left out.
public struct DynamicInstructionsForEach<Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions>:
    DynamicInstructions, PrimitiveInstructions
{
    public typealias Body = Never

    private let data: Data
    private let id: KeyPath<Data.Element, ID>
    private let content: (Data.Element) -> Content

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }

    public var body: Never { primitiveHasNoBody() }

    func collect(into collected: inout CollectedInstructions) {
        var seen: Set<ID> = []
        for element in data where seen.insert(element[keyPath: id]).inserted {
            collected.add(content(element))
        }
    }
}

extension DynamicInstructionsForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data, id: \.id, content: content)
    }
}
