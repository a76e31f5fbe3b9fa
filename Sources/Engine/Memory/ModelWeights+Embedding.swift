// Token embeddings, read from the mapped file one row at a time: a packed copy would be as large and help nobody.

internal import CKernels

extension ModelWeights {
    /// The embedding of a token: D floats into `out`.
    func embed(_ token: Int32, into out: FloatSlice) {
        precondition(token >= 0 && Int(token) < plan.vocabulary && out.count == plan.width)
        let format = ck_format(embedding.format.rawValue)
        let rowBytes = plan.width / Int(ck_format_block(format)) * ck_format_block_bytes(format)
        unsafe file.withBytes(of: embedding) { buffer in
            guard let bytes = buffer.baseAddress else { return }
            unsafe ck_dequantize(format, bytes + Int(token) * rowBytes, plan.width, out.base)
        }
    }
}
