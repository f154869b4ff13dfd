/// The positions in a picture from which the pixels of its rotated copy come.
struct RotationGrid {
    let turn: Turn
    private let size: PixelSize
    private let target: PixelSize

    init(_ size: PixelSize, to target: PixelSize, _ turn: Turn) {
        (self.size, self.target, self.turn) = (size, target, turn)
    }

    /// Returns the distance from the middle of the target to that of a row.
    func down(of row: Int) -> Double { Double(row) + 0.5 - Double(target.height) / 2 }

    /// Returns the source position of a pixel's centre.
    @inline(__always)
    func source(_ x: Int, _ down: Double) -> (u: Double, v: Double) {
        let right = Double(x) + 0.5 - Double(target.width) / 2
        return (
            turn.cosine * right + turn.sine * down + Double(size.width) / 2,
            turn.cosine * down - turn.sine * right + Double(size.height) / 2
        )
    }

    /// Returns the share of a pixel around a source position that the picture covers.
    @inline(__always)
    func coverage(_ u: Double, _ v: Double) -> Double {
        Self.overlap(u, size.width) * Self.overlap(v, size.height)
    }

    @inline(__always)
    private static func overlap(_ position: Double, _ length: Int) -> Double {
        max(0, min(position + 0.5, Double(length)) - max(position - 0.5, 0))
    }

    /// Returns the Catmull-Rom weights of the four pixels around a position `t` after the second.
    @inline(__always)
    static func weights(_ t: Float) -> SIMD4<Float> {
        let first = ((2 - t) * t - 1) * t / 2
        let second = ((3 * t - 5) * t * t + 2) / 2
        let third = ((4 - 3 * t) * t + 1) * t / 2
        let fourth = (t - 1) * t * t / 2
        return SIMD4(first, second, third, fourth)
    }
}
