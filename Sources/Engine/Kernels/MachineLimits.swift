// What this machine could do at best with a model's weights: the measure for every figure of its speed.

internal import CKernels

/// The limits of one model on one machine, to be timed beside what the decoder does.
package struct MachineLimits {
    private let matrices: [PackedMatrix]
    private let pool: WorkerPool
    private let path: CPUPath
    /// Bytes of packed weights that a token of an answer passes through, the output matrix included.
    package let bytesPerToken: Int
    /// Bytes of keys and values that a token reads for each position before it; sliding windows are not taken off.
    package let bytesPerPosition: Int
    /// Multiplications and additions of the matrices that a token of a prompt needs: all layers, not the output.
    package let operationsPerToken: Int

    package init(_ decoder: Decoder) {
        let weights = decoder.weights
        let layers = weights.layers.flatMap { layer in
            layer.attentionInputs.matrices + layer.attentionOutput.matrices + layer.gates.matrices + layer.down.matrices
        }
        matrices = layers + weights.output.matrices
        pool = decoder.pool
        path = decoder.kernels.path
        bytesPerToken = matrices.reduce(0) { $0 + $1.byteCount }
        bytesPerPosition = weights.kvLayout.storedByteCount(1)
        operationsPerToken = layers.reduce(0) { $0 + 2 * $1.rows * $1.columns }
    }

    /// Reads every byte of the weights once, on all threads.
    package func readWeights() {
        for matrix in matrices {
            pool.split(matrix.strips, perThread: 16, minimum: 4) { matrix.read(strips: $0, path: path) }
        }
    }

    /// Int8 dot products in registers, on all threads.
    ///
    /// - Returns: how many multiplications and additions; 0 where the instruction set has none.
    package func dotProducts(rounds: Int) -> Double {
        let path = path.value
        pool.run(pool.threads) { _ in _ = ck_machine_dot_products(path, rounds) }
        return ck_machine_dot_products(path, 1) * Double(rounds) * Double(pool.threads)
    }
}

extension PackedMatrix {
    /// Of the packed form.
    fileprivate var byteCount: Int { unsafe matrix.strip_bytes * strips }

    fileprivate func read(strips: Range<Int>, path: CPUPath) {
        _ = unsafe ck_machine_read(
            path.value, matrix.packed + strips.lowerBound * matrix.strip_bytes, strips.count * matrix.strip_bytes)
    }
}
