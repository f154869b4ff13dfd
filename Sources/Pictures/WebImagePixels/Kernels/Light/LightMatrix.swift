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
