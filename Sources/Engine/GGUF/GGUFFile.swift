// A GGUF model file, opened: its metadata and its tensors, every field checked. The border: what the metadata mean for a
// family of models is that family's business; this only says whether they are there and of the right type.
// Format: the GGUF specification of the ggml project, versions 2 and 3.

/// A model file, mapped and checked. Opening reads only the front of the file; the weights are read when used.
package struct GGUFFile: Sendable {
    /// The path as given.
    package let path: String
    /// 2 or 3.
    package let version: Int
    /// Tensors begin at multiples of this: `general.alignment`, or 32.
    package let alignment: Int
    /// All metadata, with typed look-ups.
    package let metadata: GGUFMetadata
    /// All tensors, in the order of the file.
    package let tensors: [GGUFTensor]
    /// The file in memory.
    package let mapping: MappedFile

    private let tensorIndex: [String: Int]
    /// Where the tensors' descriptions begin: the place to show for a tensor that is not there.
    private let tensorsOffset: Int

    /// Opens and checks the file. Throws the first error found; a bad file costs no more than reading its front.
    package init(path: String) throws(GGUFError) {
        do {
            mapping = try MappedFile(path: path)
        } catch {
            throw GGUFError(.unopenable(error), path: path, offset: 0)
        }
        var parser = GGUFParser(mapping: mapping, path: path)
        let header = try parser.header()
        metadata = GGUFMetadata(
            entries: try parser.metadata(count: header.metadataCount), mapping: mapping, path: path)
        alignment = try metadata.alignment()
        try metadata.checkNotSplit(tensorCount: header.tensorCount)
        tensorsOffset = parser.position
        tensors = try parser.tensors(count: header.tensorCount, alignment: alignment)
        tensorIndex = Dictionary(uniqueKeysWithValues: zip(tensors.map(\.name), tensors.indices))
        self.path = path
        version = header.version
    }

    /// The tensor of that name, or nil.
    package func tensor(named name: String) -> GGUFTensor? { tensorIndex[name].map { tensors[$0] } }

    /// The tensor of that name and shape (columns first). Throws a located error where it is missing or has another shape.
    package func require(tensor name: String, shape: [Int]) throws(GGUFError) -> GGUFTensor {
        guard let tensor = tensor(named: name) else {
            throw GGUFError(
                .missingTensor(name, isSplit: Self.hasSplitName(path)), path: path, offset: tensorsOffset)
        }
        guard tensor.dimensions.count == shape.count else {
            throw GGUFError(
                .rank(tensor: name, found: tensor.dimensions.count, wanted: shape.count), path: path,
                offset: tensor.offset)
        }
        for (dimension, (found, wanted)) in zip(tensor.dimensions, shape).enumerated() where found != wanted {
            throw GGUFError(
                .shape(tensor: name, dimension: dimension, found: found, wanted: wanted), path: path,
                offset: tensor.offset)
        }
        return tensor
    }

    /// True for a name that ends in `-00002-of-00005.gguf`: a part of a split model.
    static func hasSplitName(_ path: String) -> Bool { path.contains(#/-\d{5}-of-\d{5}\.gguf$/#) }
}
