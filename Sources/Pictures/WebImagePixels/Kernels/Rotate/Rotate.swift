extension PixelSize {
    /// Returns the smallest canvas that contains an image of this size after a rotation.
    ///
    /// - Parameter degrees: The angle in degrees clockwise, at least 0 and less than 360.
    /// - Returns: The width and height in pixels; a side too long for memory is `Int32.max`.
    public func rotated(degrees: Double) -> PixelSize {
        if let orientation = Orientation(clockwise: degrees) { return orientation.upright(self) }
        let turn = Turn(degrees: degrees)
        let (wide, high) = (Double(width), Double(height))
        return PixelSize(
            width: Self.side(wide * abs(turn.cosine) + high * abs(turn.sine)),
            height: Self.side(wide * abs(turn.sine) + high * abs(turn.cosine)))
    }

    private static func side(_ length: Double) -> Int {
        guard length < Double(Int32.max) else { return Int(Int32.max) }
        return max(1, Int((length - 1e-6).rounded(.up)))
    }
}

extension Orientation {
    /// Creates the orientation of a clockwise rotation by a right angle; nil for other angles.
    init?(clockwise degrees: Double) {
        switch degrees {
        case 0: self = .up
        case 90: self = .right
        case 180: self = .down
        case 270: self = .left
        default: return nil
        }
    }
}

extension Bitmap {
    /// Returns this bitmap rotated around its centre, on a canvas that contains all of it.
    ///
    /// Multiples of 90° move pixels and change none. At other angles each pixel is a Catmull-Rom
    /// (Keys 1981) sample of the bitmap, times the share of the pixel that the bitmap covers.
    /// Edge pixels are repeated. A flat colour stays that colour and edges are smooth.
    ///
    /// - Parameter degrees: The angle in degrees clockwise, at least 0 and less than 360.
    /// - Precondition: The system grants the memory of a bitmap of `size.rotated(degrees:)`.
    public func rotated(degrees: Double) -> Bitmap {
        if let orientation = Orientation(clockwise: degrees) { return oriented(orientation) }
        guard sampleFormat == .bgra8 else { return deepTurned(degrees: degrees) }
        return turned(degrees: degrees, usesC: ResampleKernel.isInC)
    }

    /// Returns this picture rotated by an angle that is not a multiple of 90°.
    ///
    /// - Parameter usesC: `true` runs the loop in C, which the processor must support.
    func turned(degrees: Double, usesC: Bool) -> Bitmap {
        var result = Bitmap(size: size.rotated(degrees: degrees), colorSpace: colorSpace)
        let turn = Turn(degrees: degrees)
        let (target, stride) = (result.size, result.bytesPerRow)
        // Safe because the sampler reads inside this picture and each row has `width` pixels.
        unsafe withUnsafeRows { source in
            let sampler = unsafe RotationSampler(
                base: source, stride: bytesPerRow, size: size, target: target, turn: turn,
                usesC: usesC)
            unsafe result.withUnsafeMutableRows { rows in
                for y in 0..<target.height {
                    unsafe sampler.fill(rows + y * stride, y: y)
                }
            }
        }
        return result
    }
}

/// A rotation angle as its cosine and sine.
struct Turn {
    let cosine: Double
    let sine: Double

    init(degrees: Double) {
        let angle = degrees * .pi / 180
        sine = WebImagePixels.sine(angle)
        cosine = WebImagePixels.sine(angle + .pi / 2)
    }
}
