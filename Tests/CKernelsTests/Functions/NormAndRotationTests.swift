// RMS norm, rotation, addition, scaling and argmax: bits on every path and agreement with plain formulas.

import CKernels
import Foundation
import Testing

@Suite struct NormAndRotationTests {
    static let widths = [1, 5, 15, 16, 17, 31, 64, 100, 576, 640, 2_049]

    func norm(_ path: ck_path, _ x: [Float], _ weight: [Float]) -> [Float] {
        var out = [Float](repeating: .nan, count: x.count)
        ck_rms_norm(path, x, weight, 1e-6, &out, x.count)
        return out
    }

    @Test("the norm gives the scalar bits at any width", arguments: ck_path.vectorPaths, widths)
    func normBits(path: ck_path, width: Int) {
        var noise = Noise(seed: UInt64(width))
        let x = noise.floats(width, scale: 4), weight = noise.floats(width)
        #expect(differingBits(norm(CK_PATH_SCALAR, x, weight), norm(path, x, weight)) == 0)
    }

    @Test("the norm is x / sqrt(mean x^2 + epsilon) times the weight", arguments: widths)
    func normFormula(width: Int) {
        var noise = Noise(seed: UInt64(width))
        let x = noise.floats(width, scale: 4), weight = noise.floats(width)
        let squares: [Double] = x.map { Double($0) * Double($0) }
        let mean: Double = squares.reduce(0, +) / Double(width)
        for (i, value) in norm(CK_PATH_SCALAR, x, weight).enumerated() {
            let normalized: Double = Double(x[i]) / (mean + 1e-6).squareRoot()
            let exact: Double = normalized * Double(weight[i])
            let error: Double = (Double(value) - exact).magnitude
            #expect(error <= 4e-7 * exact.magnitude)
        }
    }

    @Test("the norm may overwrite its input", arguments: ck_path.allPaths)
    func normInPlace(path: ck_path) {
        var noise = Noise(seed: 3)
        let x = noise.floats(100), weight = noise.floats(100)
        var inPlace = x
        inPlace.withUnsafeMutableBufferPointer { ck_rms_norm(path, $0.baseAddress, weight, 1e-6, $0.baseAddress, 100) }
        #expect(differingBits(inPlace, norm(CK_PATH_SCALAR, x, weight)) == 0)
    }

    func rotated(_ path: ck_path, _ x: [Float], interleaved: Bool, cosine: [Float], sine: [Float]) -> [Float] {
        var y = x
        ck_rotate(path, &y, Int32(cosine.count), interleaved, cosine, sine)
        return y
    }

    @Test(
        "rotation gives the scalar bits and leaves what follows alone",
        arguments: [1, 3, 7, 8, 9, 16, 17, 24, 32, 40, 128], [false, true])
    func rotationBits(pairs: Int, interleaved: Bool) {
        var noise = Noise(seed: UInt64(pairs))
        let x = noise.floats(2 * pairs + 32), cosine = noise.floats(pairs), sine = noise.floats(pairs)
        let expected = rotated(CK_PATH_SCALAR, x, interleaved: interleaved, cosine: cosine, sine: sine)
        #expect(expected[(2 * pairs)...] == x[(2 * pairs)...])
        for path in ck_path.vectorPaths {
            #expect(
                differingBits(expected, rotated(path, x, interleaved: interleaved, cosine: cosine, sine: sine)) == 0)
        }
    }

    @Test("rotation turns each pair by its angle", arguments: ck_path.allPaths, [false, true])
    func rotationFormula(path: ck_path, interleaved: Bool) {
        let pairs = 20
        var noise = Noise(seed: 9)
        let x = noise.floats(2 * pairs)
        let angles = (0..<pairs).map { Double($0) * 0.37 }
        let y = rotated(
            path, x, interleaved: interleaved, cosine: angles.map { Float(ck_cos($0)) },
            sine: angles.map { Float(ck_sin($0)) })
        for i in 0..<pairs {
            let (a, b) = interleaved ? (2 * i, 2 * i + 1) : (i, i + pairs)
            let cosine = Foundation.cos(angles[i]), sine = Foundation.sin(angles[i])
            let first = Double(x[a]), second = Double(x[b])
            let exactFirst: Double = first * cosine - second * sine
            let exactSecond: Double = first * sine + second * cosine
            #expect((Double(y[a]) - exactFirst).magnitude < 3e-7)
            #expect((Double(y[b]) - exactSecond).magnitude < 3e-7)
        }
    }

    @Test("argmax finds the largest wherever it stands", arguments: ck_path.allPaths)
    func argmax(path: ck_path) {
        var noise = Noise(seed: 1)
        for count in [1, 2, 15, 16, 17, 63, 64, 65, 200] {
            var x = noise.floats(count)
            for place in 0..<count {
                let saved = x[place]
                x[place] = 10
                #expect(ck_argmax(path, x, count) == place)
                x[place] = saved
            }
        }
    }

    @Test("argmax takes the lowest index among equals, of zeros too, and never a NaN", arguments: ck_path.allPaths)
    func argmaxTies(path: ck_path) {
        func argmax(_ x: [Float]) -> Int { ck_argmax(path, x, x.count) }
        #expect(argmax([Float](repeating: 1, count: 100)) == 0)
        var tied = [Float](repeating: -1, count: 165)
        for place in [70, 72, 164] { tied[place] = 5 }
        #expect(argmax(tied) == 70)
        #expect(argmax([-1, -0.0, 0, -0.0]) == 1)
        for count in [3, 20, 130] {
            var x = [Float](repeating: .nan, count: 2 * count + 4)
            #expect(argmax(x) == 0)
            x[count] = -Float.infinity
            #expect(argmax(x) == count)
            x[count + 1] = -3
            #expect(argmax(x) == count + 1)
            x[count + 3] = Float.infinity
            #expect(argmax(x) == count + 3)
        }
        #expect(argmax([]) == 0)
    }

    @Test func `the scalar bits are those of the first version`() {
        var noise = Noise(seed: 42)
        let x = noise.floats(576), weight = noise.floats(576), cosine = noise.floats(288), sine = noise.floats(288)
        let halves = rotated(CK_PATH_SCALAR, x, interleaved: false, cosine: cosine, sine: sine)
        let pairs = rotated(CK_PATH_SCALAR, x, interleaved: true, cosine: cosine, sine: sine)
        let all: [Float] = [norm(CK_PATH_SCALAR, x, weight), halves, pairs].flatMap { $0 }
        #expect(hash(all) == 0x203a2608c80f4947)
    }
}
