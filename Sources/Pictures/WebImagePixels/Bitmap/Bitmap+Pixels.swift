// Single pixels, and rows of a known format.
extension Bitmap {
    /// Blue, green, red and alpha of one pixel, premultiplied, each 0 to 255.
    ///
    /// Samples of a deeper format are rounded, light is limited to 0 to 1. Slow, for tests and
    /// images of a few pixels.
    ///
    /// - Parameters:
    ///   - x: The column, counted from 0 at the left.
    ///   - y: The row, counted from 0 at the top.
    /// - Precondition: The pixel is inside the bitmap.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        get {
            switch sampleFormat {
            case .bgra8: load(x, y)
            case .rgba16: DeepPixel.eight(of: load(x, y))
            case .rgbaHalf: DeepPixel.eight(of: LightPixel.sixteen(of: load(x, y)))
            }
        }
        set {
            switch sampleFormat {
            case .bgra8: store(newValue, x, y)
            case .rgba16: store(DeepPixel.sixteen(of: newValue), x, y)
            case .rgbaHalf: store(LightPixel.light(of: DeepPixel.sixteen(of: newValue)), x, y)
            }
        }
    }

    /// Red, green, blue and alpha of one pixel, not premultiplied, each 0 to 65535.
    ///
    /// Samples of 8 bits are widened, light is limited to 0 to 1. Slow, for tests and images of a
    /// few pixels.
    ///
    /// - Parameters:
    ///   - x: The column, counted from 0 at the left.
    ///   - y: The row, counted from 0 at the top.
    /// - Precondition: The pixel is inside the bitmap.
    public subscript(deep x: Int, y: Int) -> SIMD4<UInt16> {
        get {
            switch sampleFormat {
            case .bgra8: DeepPixel.sixteen(of: load(x, y))
            case .rgba16: load(x, y)
            case .rgbaHalf: LightPixel.sixteen(of: load(x, y))
            }
        }
        set {
            switch sampleFormat {
            case .bgra8: store(DeepPixel.eight(of: newValue), x, y)
            case .rgba16: store(newValue, x, y)
            case .rgbaHalf: store(LightPixel.light(of: newValue), x, y)
            }
        }
    }

    /// Red, green, blue and alpha of one pixel as linear light, not multiplied by alpha; white is
    /// 1.
    ///
    /// Other formats are read as sRGB, and set to what they hold. Slow, for tests and images of a
    /// few pixels.
    ///
    /// - Parameters:
    ///   - x: The column, counted from 0 at the left.
    ///   - y: The row, counted from 0 at the top.
    /// - Precondition: The pixel is inside the bitmap.
    public subscript(light x: Int, y: Int) -> SIMD4<Float> {
        get {
            sampleFormat == .rgbaHalf
                ? LightPixel.floats(load(x, y))
                : LightPixel.floats(LightPixel.light(of: self[deep: x, y]))
        }
        set {
            let halves = LightPixel.halves(newValue)
            if sampleFormat == .rgbaHalf {
                store(halves, x, y)
            } else {
                self[deep: x, y] = LightPixel.sixteen(of: halves)
            }
        }
    }

    /// Calls `body` with all rows, top row first, ``bytesPerRow`` apart, of 8-bit blue, green, red,
    /// alpha.
    ///
    /// - Parameter body: Reads the bytes, valid during the call.
    /// - Returns: The result of `body`.
    /// - Throws: ``SampleFormatError`` for a deeper bitmap, see ``converted(to:)``; the errors of
    ///   `body`.
    public func withBGRA8<Result>(_ body: (RawSpan) throws -> Result) throws -> Result {
        guard sampleFormat == .bgra8 else {
            throw SampleFormatError(found: sampleFormat, expected: .bgra8)
        }
        return try withBytes(body)
    }

    /// Calls `body` with the first sample of the first row of a deep bitmap; the next row begins
    /// ``bytesPerRow`` / 2 samples later.
    ///
    /// - Precondition: The format is not ``SampleFormat/bgra8``.
    package func withDeepRows<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(sampleFormat != .bgra8, "Expected deep samples, found \(sampleFormat).")
        // Safe because rows are aligned, and hold samples of two bytes.
        return try unsafe withUnsafeRows { rows throws(Failure) in
            try unsafe body(UnsafeRawPointer(rows).assumingMemoryBound(to: UInt16.self))
        }
    }

    /// Calls `body` with the writable first sample of the first row of a deep bitmap.
    ///
    /// - Precondition: The format is not ``SampleFormat/bgra8``.
    package mutating func withMutableDeepRows<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(sampleFormat != .bgra8, "Expected deep samples, found \(sampleFormat).")
        // Safe because rows are aligned, and hold samples of two bytes.
        return try unsafe withUnsafeMutableRows { rows throws(Failure) in
            try unsafe body(UnsafeMutableRawPointer(rows).assumingMemoryBound(to: UInt16.self))
        }
    }

    private func load<Pixel: BitwiseCopyable>(_ x: Int, _ y: Int) -> Pixel {
        let at = offset(x, y)
        // Safe because `offset` checked that the bytes are inside the picture.
        return withBytes { unsafe $0.unsafeLoadUnaligned(fromByteOffset: at, as: Pixel.self) }
    }

    private mutating func store<Pixel: BitwiseCopyable>(_ pixel: Pixel, _ x: Int, _ y: Int) {
        let at = offset(x, y)
        // Safe because `offset` checked that the bytes are inside the picture.
        unsafe withUnsafeMutableRows { rows in
            unsafe UnsafeMutableRawPointer(rows).storeBytes(
                of: pixel, toByteOffset: at, as: Pixel.self)
        }
    }

    private func offset(_ x: Int, _ y: Int) -> Int {
        precondition(
            x >= 0 && y >= 0 && x < size.width && y < size.height,
            "Pixel (\(x), \(y)) is outside of \(size).")
        return y * bytesPerRow + x * sampleFormat.bytesPerPixel
    }
}
