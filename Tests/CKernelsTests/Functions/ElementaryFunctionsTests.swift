// exp, tanh and the activations: bits on every path, accuracy, exact values, ends of arrays.

import CKernels
import Foundation
import Testing

@Suite struct ElementaryFunctionsTests {
    /// An elementwise function of one path; `inputs` are those on which it is defined.
    struct Function: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let takesInfinity: Bool
        let golden: UInt64
        let apply: @Sendable (ck_path, [Float]) -> [Float]

        static let all = [
            Function(testDescription: "exp", takesInfinity: true, golden: 0xe7e65f5b2112c8f8) { path, x in
                var y = [Float](repeating: .nan, count: x.count)
                ck_exp_f32(path, x, &y, x.count)
                return y
            },
            Function(testDescription: "silu", takesInfinity: false, golden: 0xeebf97186f5a4f08) { path, x in
                var y = [Float](repeating: .nan, count: x.count)
                ck_silu_multiply(path, x, [Float](repeating: 0.75, count: x.count), &y, x.count)
                return y
            },
            Function(testDescription: "gelu", takesInfinity: false, golden: 0x7742c36b53304ed8) { path, x in
                var y = [Float](repeating: .nan, count: x.count)
                ck_gelu_multiply(path, x, [Float](repeating: 0.75, count: x.count), &y, x.count)
                return y
            },
            Function(testDescription: "softcap", takesInfinity: true, golden: 0x7a4bf8ec273d6d8a) { path, x in
                var y = x
                ck_softcap(path, &y, y.count, 30)
                return y
            },
            Function(testDescription: "tanh, as softcap of 1", takesInfinity: true, golden: 0xfde140284c1b58fc) {
                path, x in
                var y = x
                ck_softcap(path, &y, y.count, 1)
                return y
            },
        ]

        func inputs(step: UInt32) -> [Float] {
            let infinities: [Float] = takesInfinity ? [Float.infinity, -Float.infinity] : []
            return [Sample.special, Sample.floats(step: step), infinities].flatMap { $0 }
        }
    }

    @Test("every path gives the scalar bits, at all magnitudes", arguments: Function.all, ck_path.vectorPaths)
    func bits(function: Function, path: ck_path) {
        let x = function.inputs(step: 16_381)
        let expected = function.apply(CK_PATH_SCALAR, x)
        #expect(!expected.contains { $0.isNaN })
        #expect(differingBits(expected, function.apply(path, x)) == 0)
    }

    @Test("the scalar bits are those of the first version", arguments: Function.all)
    func golden(function: Function) {
        #expect(hash(function.apply(CK_PATH_SCALAR, function.inputs(step: 65_521))) == function.golden)
    }

    @Test("an array of any length is done to its end and not beyond", arguments: ck_path.allPaths, 0...35)
    func ends(path: ck_path, count: Int) {
        var noise = Noise(seed: UInt64(count))
        let x = noise.floats(count, scale: 3)
        var y = [Float](repeating: 7, count: count + 20)
        ck_exp_f32(path, x, &y, count)
        #expect(differingBits(Array(y[..<count]), x.map(ck_exp_scalar)) == 0)
        #expect(y[count...].allSatisfy { $0 == 7 })

        var z = [Float](repeating: 7, count: count + 20)
        ck_scale(path, &z, 3, count)
        #expect(z[..<count].allSatisfy { $0 == 21 })
        ck_add(path, &z, x, count)
        for i in 0..<count { #expect(z[i] == 21 + x[i]) }
        #expect(z[count...].allSatisfy { $0 == 7 })
    }

    @Test func `exp is within 1 ulp of the exact value, subnormal results too`() {
        var worst = 0.0
        for x in Sample.floats(step: 8_191) where x > -104 && x < 88.72 {
            worst = max(worst, unitsInLastPlace(ck_exp_scalar(x), from: Foundation.exp(Double(x))))
        }
        #expect(worst > 0.4 && worst < 1)
    }

    @Test func `exp is exact at 0 and its ends are 0 and infinity`() {
        #expect(ck_exp_scalar(0) == 1)
        #expect(ck_exp_scalar(-0.0) == 1)
        #expect(ck_exp_scalar(-.infinity) == 0)
        #expect(ck_exp_scalar(-1e30) == 0)
        #expect(ck_exp_scalar(-103.9) == .leastNonzeroMagnitude)
        #expect(ck_exp_scalar(88.73) == .infinity)
        #expect(ck_exp_scalar(.infinity) == .infinity)
    }

    @Test func `tanh is within 1.6 ulp of the exact value`() {
        var worst = 0.0
        for x in Sample.floats(step: 8_191) {
            worst = max(worst, unitsInLastPlace(ck_tanh_scalar(x), from: Foundation.tanh(Double(x))))
        }
        #expect(worst > 0.4 && worst < 1.6)
    }

    @Test func `tanh is odd, the identity on tiny numbers, and 1 far out`() {
        for x in Sample.special + Sample.floats(step: 65_521) {
            #expect(ck_tanh_scalar(-x).bitPattern == (-ck_tanh_scalar(x)).bitPattern)
            #expect(ck_tanh_scalar(x).magnitude <= 1)
            if x.magnitude < 1e-20 { #expect(ck_tanh_scalar(x) == x) }
            if x.magnitude >= 10 { #expect(ck_tanh_scalar(x).magnitude == 1) }
        }
        #expect(ck_tanh_scalar(.infinity) == 1)
        #expect(ck_tanh_scalar(-.infinity) == -1)
    }

    @Test func `tanh never falls from one float to the next around 0, nor where its two formulas meet`() {
        for start in [Float(1e-30), 1e-6, 1e-3, 0.0999, 0.25, 0.4999, 0.54999] {
            var x = start
            for _ in 0..<2_000 {
                #expect(ck_tanh_scalar(x.nextUp) >= ck_tanh_scalar(x))
                x = x.nextUp
            }
        }
    }

    @Test("silu and gelu are close to their formulas in double", arguments: ck_path.allPaths)
    func activations(path: ck_path) {
        let x = Array(stride(from: Float(-20), to: 20, by: 0.003))
        let up = [Float](repeating: 1, count: x.count)
        var silu = x
        var gelu = x
        ck_silu_multiply(path, x, up, &silu, x.count)
        ck_gelu_multiply(path, x, up, &gelu, x.count)
        for (i, value) in x.enumerated() {
            let v = Double(value)
            let exactSilu: Double = v / (1 + Foundation.exp(-v))
            let cube: Double = v * v * v
            let u: Double = (2 / Double.pi).squareRoot() * (v + 0.044715 * cube)
            let exactGelu: Double = 0.5 * v * (1 + Foundation.tanh(u))
            let geluError: Double = (Double(gelu[i]) - exactGelu).magnitude
            #expect(unitsInLastPlace(silu[i], from: exactSilu) < 3)
            #expect(geluError < 4e-7 * max(1, v.magnitude))
        }
    }
}
