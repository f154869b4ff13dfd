import CWebImageKernels
import Foundation
import Testing

@testable import WebImagePixels

/// The loops of gain maps and half floats, for processors with vector instructions and without.
@Suite struct GainKernelTests {
    private static let exponents: [[Float]] = [
        [1, 1, 1, 1], [0.4, 0.4, 0.4, 1], [1, 2.5, 0.1, 1], [1000, 0.01, 1, 1],
    ]

    @Test(arguments: exponents, [1, 4])
    func `gains have the same bits on every processor`(exponents: [Float], values: Int32) {
        var random = Random(state: 3)
        func floats(_ count: Int, _ scale: Float) -> [Float] {
            (0..<count).map { _ in Float(random.next(1 << 24)) / Float(1 << 24) * scale }
        }
        var gain = CWIKGain(
            exponents: (exponents[0], exponents[1], exponents[2], 1),
            starts: (-0.7, -60, 0.1, 0), ranges: (3, 120, 0.2, 0),
            added: (0.015625, 0.1, 0, 0), subtracted: (0.015625, 0.2, -0.5, 0), values: values)
        let (upper, lower) = (floats(64 * Int(values), 1), floats(64 * Int(values), 1))
        var one = floats(256, 4)
        let before = one
        var other = one
        cwik_gain_apply(&one, upper, lower, 0.3, &gain, 8)
        cwik_gain_apply_portable(&other, upper, lower, 0.3, &gain, 8)
        #expect(one.map(\.bitPattern) == other.map(\.bitPattern))
        #expect(one != before && one.allSatisfy(\.isFinite))
        for pixel in 0..<64 { #expect(one[pixel * 4 + 3] == before[pixel * 4 + 3]) }
    }

    @Test(arguments: [1, 4])
    func `stops have the same bits on every processor, and are logarithms`(values: Int32) {
        var random = Random(state: 9)
        let numbers = (0..<2).map { _ in
            (0..<256).map { _ in Float(exp2(Double(random.next(28)) - 12)) - 0.25 }
        }
        var one = [Float](repeating: 0, count: 64 * Int(values))
        var other = one
        cwik_gain_stops(numbers[0], numbers[1], 1 / 64, &one, 8, values)
        cwik_gain_stops_portable(numbers[0], numbers[1], 1 / 64, &other, 8, values)
        #expect(one.map(\.bitPattern) == other.map(\.bitPattern))
        for (index, stops) in one.enumerated() {
            let lights = numbers.map { list in
                values == 1 ? list[(index * 4)..<(index * 4 + 3)].max()! : list[index]
            }
            let ratio =
                (Double(max(lights[1], 0)) + 1 / 64.0) / (Double(max(lights[0], 0)) + 1 / 64.0)
            #expect(abs(Double(stops) - log2(ratio)) < 2e-6)
        }
    }

    @Test func `every half comes back from its number`() {
        let halves = (0...UInt16.max).map(\.self)
        let numbers = Self.numbers(halves)
        let back = Self.halves(numbers)
        for half in halves {
            let (number, exact) = (numbers[Int(half)], Float(Float16(bitPattern: half)))
            if exact.isNaN {
                #expect(number == 0 && back[Int(half)] == 0)
            } else if exact.isInfinite {
                #expect(number == (exact < 0 ? -65504 : 65504))
                #expect(back[Int(half)] == half & 0x8000 | 0x7BFF)
            } else {
                #expect(number == exact && back[Int(half)] == half)
            }
            #expect(HalfFloat.numbers[Int(half)] == number)
        }
        #expect(HalfFloat.number(0x3C00) == 1 && HalfFloat.half(0.5) == 0x3800)
    }

    @Test func `a number between two halves is rounded to the even one`() {
        let least = (0..<HalfFloat.greatest).map(\.self)
        let numbers = Self.numbers(least + [HalfFloat.greatest])
        var ties: [Float] = [], near: [Float] = [], wanted: [UInt16] = [], next: [UInt16] = []
        for half in least {
            let middle = (numbers[Int(half)] + numbers[Int(half) + 1]) / 2
            ties += [middle, -middle]
            wanted += [half & 1 == 0 ? half : half + 1, 0x8000 | (half & 1 == 0 ? half : half + 1)]
            near += [middle.nextUp, middle.nextDown]
            next += [half + 1, half]
        }
        #expect(Self.halves(ties) == wanted)
        #expect(Self.halves(near) == next)
    }

    @Test func `numbers that halves do not have are limited`() {
        let numbers: [Float] = [
            .nan, -.nan, .infinity, -.infinity, 65504, 65505, 65520, 1e30, -1e30, 0, -0.0,
            1e-30, -1e-30, .signalingNaN, 2.9e-8, 3e-8,
        ]
        #expect(
            Self.halves(numbers) == [
                0, 0, 0x7BFF, 0xFBFF, 0x7BFF, 0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF, 0, 0x8000, 0, 0x8000,
                0, 0, 1,
            ])
    }

    @Test func `random numbers are rounded as the processor rounds them`() {
        var random = Random(state: 21)
        let numbers = (0..<20_000).map { _ in
            Float(bitPattern: UInt32(random.next(1 << 16)) << 16 | UInt32(random.next(1 << 16)))
        }.filter { abs($0) < 65504 }
        #expect(Self.halves(numbers) == numbers.map { Float16($0).bitPattern })
    }

    /// Reads halves with both loops, which must agree.
    private static func numbers(_ halves: [UInt16]) -> [Float] {
        var (one, other) = ([Float](repeating: 7, count: halves.count), [Float]())
        other = one
        cwik_half_read(halves, &one, halves.count)
        cwik_half_read_portable(halves, &other, halves.count)
        #expect(one.map(\.bitPattern) == other.map(\.bitPattern))
        return one
    }

    /// Writes halves with both loops, which must agree.
    private static func halves(_ numbers: [Float]) -> [UInt16] {
        var one = [UInt16](repeating: 7, count: numbers.count)
        var other = one
        cwik_half_write(numbers, &one, numbers.count)
        cwik_half_write_portable(numbers, &other, numbers.count)
        #expect(one == other)
        return one
    }
}
