// Matrices that read the same activations, multiplied as one job: what a job needs to know of them, found once when a
// model is loaded and not for every token.

/// Matrices of the same number of columns.
struct MatrixGroup {
    let matrices: [PackedMatrix]
    /// Where the strips of each begin, counted through all; one more than there are matrices.
    let starts: [Int]
    /// The form of activations that each reads: an index into `Activations.blocks`.
    let forms: [Int]
    /// The forms that any of them reads, each once.
    let distinctForms: [Int]

    init(_ matrices: [PackedMatrix]) {
        self.matrices = matrices
        starts = matrices.reduce(into: [0]) { starts, matrix in starts.append(starts[starts.count - 1] + matrix.strips)
        }
        forms = matrices.map { matrix in
            guard let form = Activations.blocks.firstIndex(of: matrix.activationBlock) else {
                preconditionFailure("a form of activations for every block")
            }
            return form
        }
        distinctForms = Set(forms).sorted()
    }

    var columns: Int { matrices[0].columns }
    /// Strips of all matrices.
    var strips: Int { starts[matrices.count] }
}
