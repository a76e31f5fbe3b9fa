// Floats on their way into a kernel. Where a `FloatRow` keeps its buffer alive, and so makes every thread that takes a row
// count references to one object, a slice is two words: for the inside of a step, whose buffers live longer than it.

/// A run of `count` floats of a buffer that someone else keeps: the workspace for the length of a step, the model for its
/// vectors. Every use checks its bounds; that the buffer is still there is the holder's promise.
@safe struct FloatSlice {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    init(base: UnsafeMutablePointer<Float>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    subscript(index: Int) -> Float {
        get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    /// `count` floats from `start` on.
    func slice(_ start: Int, _ count: Int) -> FloatSlice {
        precondition(start >= 0 && count >= 0 && start + count <= self.count)
        return unsafe FloatSlice(base: base + start, count: count)
    }

    var array: [Float] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
}
