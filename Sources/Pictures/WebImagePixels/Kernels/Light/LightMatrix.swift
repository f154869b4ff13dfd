/// A matrix from the linear light of some primaries to that of others, by its columns.
package struct LightMatrix: Hashable, Sendable {
    let red, green, blue: SIMD3<Float>
    /// The columns one after the other, with four numbers each.
    var columns: [Float] { [red, green, blue].flatMap { [$0.x, $0.y, $0.z, 0] } }

    package init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
        (self.red, self.green, self.blue) = (SIMD3(red), SIMD3(green), SIMD3(blue))
    }

    /// Returns the light in the other primaries.
    @inline(__always)
    package func apply(_ light: SIMD3<Float>) -> SIMD3<Float> {
        red * light.x + green * light.y + blue * light.z
    }
}

extension Bitmap {
    /// Returns this bitmap of light in the primaries that a matrix leads to.
    package func light(by matrix: LightMatrix) -> Bitmap {
        precondition(sampleFormat == .rgbaHalf)
        var result = alike(size)
        let (from, to) = (bytesPerRow / 2, result.bytesPerRow / 2)
        // Safe because both have `height` rows of `width` pixels.
        unsafe withDeepRows { source in
            unsafe result.withMutableDeepRows { target in
                for y in 0..<size.height {
                    if KernelCancellation.stops(at: y) { return }
                    for x in 0..<size.width {
                        let pixel = unsafe source + y * from + x * 4
                        let made = unsafe target + y * to + x * 4
                        let light = unsafe matrix.apply(
                            SIMD3(
                                LinearNumbers.number(pixel[0]), LinearNumbers.number(pixel[1]),
                                LinearNumbers.number(pixel[2])))
                        for channel in 0..<3 {
                            unsafe made[channel] = LinearNumbers.sample(light[channel])
                        }
                        unsafe made[3] = pixel[3]
                    }
                }
            }
        }
        result.colorSpace = .sRGB
        return result
    }
}
