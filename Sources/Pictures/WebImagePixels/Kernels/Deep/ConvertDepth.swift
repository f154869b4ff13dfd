extension Bitmap {
    /// Returns this bitmap in another sample format.
    ///
    /// To fewer bits samples are rounded, and colours multiplied by alpha; to more bits opaque
    /// pixels keep their colours exactly. Light up to ``headroom`` is mapped to the range of sRGB
    /// (ITU-R BT.2390); pixels that become light are taken for sRGB. The same format gives the same
    /// bitmap.
    ///
    /// - Parameter format: The layout of the samples of the result.
    /// - Precondition: The system grants the memory of the result.
    public func converted(to format: SampleFormat) -> Bitmap {
        switch (sampleFormat, format) {
        case (.bgra8, .bgra8), (.rgba16, .rgba16), (.rgbaHalf, .rgbaHalf): return self
        case (.rgba16, .bgra8):
            guard colorSpace != .cmyk else { return mapped(to: .bgra8, DeepPixel.eightEach) }
            return mapped(to: .bgra8, DeepPixel.eight)
        case (.bgra8, .rgba16): return mapped(to: .rgba16, DeepPixel.sixteen)
        case (.bgra8, .rgbaHalf):
            return mapped(to: .rgbaHalf) { LightPixel.light(of: DeepPixel.sixteen(of: $0)) }
        case (.rgba16, .rgbaHalf): return mapped(to: .rgbaHalf, LightPixel.light)
        case (.rgbaHalf, .rgba16):
            let reduction = LightReduction(headroom: headroom)
            return mapped(to: .rgba16) { reduction.sixteen(of: $0) }
        case (.rgbaHalf, .bgra8):
            let reduction = LightReduction(headroom: headroom)
            return mapped(to: .bgra8) { DeepPixel.eight(of: reduction.sixteen(of: $0)) }
        }
    }

    /// This bitmap with 8 bits a sample, for kernels that know no others.
    package var inEightBits: Bitmap { converted(to: .bgra8) }

    /// Calls a kernel that knows 8 bits a sample only.
    @inline(__always)
    mutating func reduceToEightBits() {
        if sampleFormat != .bgra8 { self = inEightBits }
    }

    @inline(__always)
    private func mapped<From, To>(
        to format: SampleFormat, _ convert: (SIMD4<From>) -> SIMD4<To>
    ) -> Bitmap {
        var result = Bitmap(
            uninitialized: size, as: format, colorSpace: colorSpace, isOpaque: isOpaque)
        result.describe(as: self)
        let (from, to) = (bytesPerRow, result.bytesPerRow)
        // Safe because both have `height` rows of `width` pixels, aligned to them.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for y in 0..<size.height {
                    let line = unsafe UnsafeRawPointer(source + y * from)
                        .assumingMemoryBound(to: SIMD4<From>.self)
                    let made = unsafe UnsafeMutableRawPointer(target + y * to)
                        .assumingMemoryBound(to: SIMD4<To>.self)
                    for x in 0..<size.width { unsafe made[x] = convert(line[x]) }
                }
            }
        }
        return result
    }
}
