// The second half of a GGUF file's front: the tensors' descriptions, and where their weights stand.

extension GGUFParser {
    /// A description as read, before the alignment of the data is applied.
    private struct Description {
        var name: String
        var format: TensorFormat
        var dimensions: [Int]
        var byteCount: Int
        var relativeOffset: UInt64
        /// Where the description and its field `relativeOffset` stand.
        var offset: Int
        var offsetOfOffset: Int
    }

    /// All tensors, in the order of the file. Their weights start at the first multiple of `alignment` after the last
    /// description.
    mutating func tensors(count: Int, alignment: Int) throws(GGUFError) -> [GGUFTensor] {
        var descriptions: [Description] = []
        var names: Set<String> = []
        for _ in 0..<count {
            let description = try readDescription()
            guard names.insert(description.name).inserted else {
                throw error(.duplicateTensor(description.name), at: description.offset)
            }
            descriptions.append(description)
        }
        let (rounded, overflow) = position.addingReportingOverflow(alignment - 1)
        let dataBegin = overflow ? Int.max : rounded / alignment * alignment
        var tensors: [GGUFTensor] = []
        for description in descriptions {
            tensors.append(try placed(description, dataBegin: dataBegin, alignment: alignment))
        }
        try checkOverlap(tensors)
        return tensors
    }

    private mutating func readDescription() throws(GGUFError) -> Description {
        let offset = position
        let name = try tensorName()
        let rankOffset = position
        let rank = try read(UInt32.self, "the dimension count of tensor '\(name)'")
        guard (1...4).contains(rank) else { throw error(.dimensionCount(tensor: name, rank), at: rankOffset) }
        var dimensions: [Int] = []
        var weights = 1
        for _ in 0..<rank {
            let dimensionOffset = position
            let dimension = try read(UInt64.self, "the dimensions of tensor '\(name)'")
            guard dimension > 0 else { throw error(.emptyDimension(tensor: name), at: dimensionOffset) }
            guard let size = Int(exactly: dimension), !weights.multipliedReportingOverflow(by: size).overflow else {
                throw error(.tensorSize(tensor: name), at: dimensionOffset)
            }
            weights *= size
            dimensions.append(size)
        }
        let format = try readFormat(of: name)
        guard dimensions[0].isMultiple(of: format.blockWeights) else {
            throw error(.rowLength(tensor: name, columns: dimensions[0], format: format), at: rankOffset + 4)
        }
        let blocks = weights / format.blockWeights
        let (byteCount, overflow) = blocks.multipliedReportingOverflow(by: format.blockByteCount)
        guard !overflow else { throw error(.tensorSize(tensor: name), at: rankOffset + 4) }
        let offsetOfOffset = position
        let relativeOffset = try read(UInt64.self, "the offset of tensor '\(name)'")
        return Description(
            name: name, format: format, dimensions: dimensions, byteCount: byteCount, relativeOffset: relativeOffset,
            offset: offset, offsetOfOffset: offsetOfOffset)
    }

    private mutating func readFormat(of tensor: String) throws(GGUFError) -> TensorFormat {
        let offset = position
        let number = try read(UInt32.self, "the format of tensor '\(tensor)'")
        if let format = TensorFormat(rawValue: number) { return format }
        if let name = TensorFormat.unsupportedNames[number] {
            throw error(.unsupportedFormat(tensor: tensor, name: name), at: offset)
        }
        throw error(.unknownFormat(tensor: tensor, number), at: offset)
    }

    /// The tensor with the place of its weights, which must be aligned and lie within the file.
    private func placed(
        _ description: Description, dataBegin: Int, alignment: Int
    ) throws(GGUFError) -> GGUFTensor {
        guard description.relativeOffset.isMultiple(of: UInt64(alignment)) else {
            throw error(
                .misaligned(tensor: description.name, offset: description.relativeOffset, alignment: alignment),
                at: description.offsetOfOffset)
        }
        let (sum, overflow) = UInt64(dataBegin).addingReportingOverflow(description.relativeOffset)
        let begin = overflow ? UInt64.max : sum
        guard begin <= UInt64(mapping.count), description.byteCount <= mapping.count - Int(begin) else {
            throw error(
                .tensorEnd(
                    tensor: description.name, begin: begin, byteCount: description.byteCount,
                    fileByteCount: mapping.count),
                at: description.offsetOfOffset)
        }
        return GGUFTensor(
            name: description.name, format: description.format, dimensions: description.dimensions,
            bytes: Int(begin)..<Int(begin) + description.byteCount, offset: description.offset)
    }

    private func checkOverlap(_ tensors: [GGUFTensor]) throws(GGUFError) {
        let byPlace = tensors.sorted { ($0.bytes.lowerBound, $0.offset) < ($1.bytes.lowerBound, $1.offset) }
        for (first, second) in zip(byPlace, byPlace.dropFirst()) where first.bytes.overlaps(second.bytes) {
            throw error(.overlap(tensor: second.name, other: first.name), at: second.offset)
        }
    }
}
