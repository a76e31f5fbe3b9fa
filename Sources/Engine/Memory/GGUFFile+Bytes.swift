// The weights of a tensor as raw memory, for the kernels: the one place where a pointer leaves a GGUF file.

extension GGUFFile {
    /// Hands out the bytes of a tensor of this file as stored: row-major blocks of its format, `tensor.bytes.count` of them,
    /// at an address that is a multiple of the file's alignment up to that of a page. The pointer is valid inside `body`,
    /// and as long after it as the caller keeps this file.
    package func withBytes<Result, Failure: Error>(
        of tensor: GGUFTensor, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe mapping.withBytes(in: tensor.bytes, body)
    }
}
