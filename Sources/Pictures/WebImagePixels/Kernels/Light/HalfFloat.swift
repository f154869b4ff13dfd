import CWebImageKernels

/// Half floats (IEEE 754 binary16), stored as integers of 16 bits.
package enum HalfFloat {
    /// The number 1.
    package static let one: UInt16 = 0x3C00
    /// The greatest number, 65504.
    package static let greatest: UInt16 = 0x7BFF

    /// The numbers of all halves: 0 for NaN, 65504 for infinity.
    static let numbers: [Float] = {
        let halves = Array(0...UInt16.max)
        var numbers = [Float](repeating: 0, count: halves.count)
        // Safe because both have as many elements.
        unsafe halves.withUnsafeBufferPointer { from in
            unsafe numbers.withUnsafeMutableBufferPointer { to in
                guard let source = from.baseAddress, let target = to.baseAddress else { return }
                unsafe cwik_half_read(source, target, from.count)
            }
        }
        return numbers
    }()

    /// Returns the number of a half; slow, for single pixels.
    package static func number(_ half: UInt16) -> Float {
        var number: Float = 0
        // Safe because both are one element.
        unsafe withUnsafePointer(to: half) { unsafe cwik_half_read($0, &number, 1) }
        return number
    }

    /// Returns the nearest half; slow, for single pixels.
    package static func half(_ number: Float) -> UInt16 {
        var half: UInt16 = 0
        // Safe because both are one element.
        unsafe withUnsafePointer(to: number) { unsafe cwik_half_write($0, &half, 1) }
        return half
    }

    /// Writes the nearest halves of `count` numbers: 0 for NaN, at most 65504.
    package static func write(
        _ numbers: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
    ) {
        // Safe because the caller guarantees `count` elements in both.
        unsafe cwik_half_write(numbers, target, count)
    }
}
