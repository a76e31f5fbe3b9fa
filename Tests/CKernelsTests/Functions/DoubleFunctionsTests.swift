// sin, cos, exp and log in double against the system's mathematics, and the bits they had in the first version.

import CKernels
import Foundation
import Testing

@Suite struct DoubleFunctionsTests {
    /// Arguments of both signs and of magnitudes from 2^-40 to 2^31, and multiples of pi/2, near which sin or cos is small.
    static let angles: [Double] = {
        var noise = Noise(seed: 11)
        var angles: [Double] = []
        for i in 0..<60_000 {
            let fraction: Double = Double(noise.next() >> 11) * 0x1p-52 - 1
            let scale = Double(sign: .plus, exponent: i % 72 - 40, significand: 1)
            angles.append(fraction * scale)
        }
        for i in 1...20_000 { angles.append(Double(i * i) * (Double.pi / 2)) }
        return angles.filter { $0.magnitude < 0x1p31 }
    }()

    func relativeError(_ value: Double, _ exact: Double) -> Double {
        value == exact ? 0 : (value - exact).magnitude / exact.magnitude
    }

    @Test func `sin and cos agree with the system's within 3e-16 up to 2^31`() {
        var worst = (sin: 0.0, cos: 0.0)
        for x in Self.angles {
            worst.sin = max(worst.sin, relativeError(ck_sin(x), Foundation.sin(x)))
            worst.cos = max(worst.cos, relativeError(ck_cos(x), Foundation.cos(x)))
        }
        #expect(worst.sin < 3e-16)
        #expect(worst.cos < 3e-16)
    }

    @Test func `the reduction keeps its digits where a whole number almost is a multiple of pi`() {
        // Numerators of the continued fraction of pi: whole numbers that come closest to a multiple of it.
        let numerators: [Double] = [
            22, 333, 355, 103_993, 104_348, 208_341, 312_689, 833_719, 1_146_408, 4_272_943, 5_419_351, 80_143_857,
            165_707_065, 245_850_922, 411_557_987, 1_068_966_896,
        ]
        for x in numerators {
            for multiple in [x, x / 2, x / 4] {
                #expect(relativeError(ck_sin(multiple), Foundation.sin(multiple)) < 3e-16)
                #expect(relativeError(ck_cos(multiple), Foundation.cos(multiple)) < 3e-16)
            }
        }
    }

    @Test func `sin is odd, cos even, and both are exact at 0`() {
        #expect(ck_sin(0) == 0)
        #expect(ck_sin(-0.0).sign == .minus)
        #expect(ck_cos(0) == 1)
        for x in Self.angles.prefix(5_000) {
            #expect(ck_sin(-x) == -ck_sin(x))
            #expect(ck_cos(-x) == ck_cos(x))
        }
    }

    @Test func `exp and log agree with the system's within 3e-16`() {
        var worst = (exp: 0.0, log: 0.0)
        for x in Self.angles {
            let exponent = (x / 0x1p31) * 700
            worst.exp = max(worst.exp, relativeError(ck_exp(exponent), Foundation.exp(exponent)))
            let small = x.remainder(dividingBy: 40)
            worst.exp = max(worst.exp, relativeError(ck_exp(small), Foundation.exp(small)))
            worst.log = max(worst.log, relativeError(ck_log(x.magnitude), Foundation.log(x.magnitude)))
            let nearOne = 1 + x / 0x1p33
            worst.log = max(worst.log, relativeError(ck_log(nearOne), Foundation.log(nearOne)))
        }
        #expect(worst.exp < 3e-16)
        #expect(worst.log < 3e-16)
    }

    @Test func `exp and log at their ends`() {
        #expect(ck_exp(0) == 1)
        #expect(ck_exp(-.infinity) == 0)
        #expect(ck_exp(-745.1) == .leastNonzeroMagnitude)
        #expect(ck_exp(-746) == 0)
        #expect(ck_exp(709.7) == Foundation.exp(709.7))
        #expect(ck_exp(709.79) == .infinity)
        #expect(ck_exp(1e300) == .infinity)
        #expect(ck_exp(.nan).isNaN)
        #expect(ck_log(1) == 0)
        #expect(ck_log(0) == -.infinity)
        #expect(ck_log(-1).isNaN)
        #expect(ck_log(.nan).isNaN)
        #expect(ck_log(.infinity) == .infinity)
        #expect(ck_log(.leastNonzeroMagnitude) == Foundation.log(.leastNonzeroMagnitude))
        #expect(ck_log(.greatestFiniteMagnitude) == Foundation.log(.greatestFiniteMagnitude))
    }

    @Test func `the bits are those of the first version`() {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for x in Self.angles.prefix(20_000) {
            for value in [ck_sin(x), ck_cos(x), ck_exp(x / 0x1p24), ck_log(x.magnitude)] {
                hash = (hash ^ value.bitPattern) &* 0x100_0000_01b3
            }
        }
        #expect(hash == 0xb8e53f482b6d6c94)
    }
}
