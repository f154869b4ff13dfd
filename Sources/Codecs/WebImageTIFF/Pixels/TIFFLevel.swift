#if TIFF
    import WebImagePixels

    /// A sample of a bitmap: 0 is black or transparent, white or opaque is the largest integer, or
    /// 1 of light.
    protocol TIFFLevel: BitwiseCopyable {
        /// Creates the level of a number of `bits` bits, at least 1 and at most 32.
        init(_ value: UInt32, bits: Int)
        /// Creates the level of a number from 0 to 1, to which integers clamp others; NaN becomes
        /// 0.
        init(part: Double)
        /// Creates the level of an index, which is not scaled.
        init(truncatingIfNeeded index: UInt32)
    }

    extension UInt8: TIFFLevel {
        /// Numbers of up to 16 bits are rounded, of longer ones the highest byte counts.
        @inline(__always)
        init(_ value: UInt32, bits: Int) {
            switch bits {
            case 8: self.init(truncatingIfNeeded: value)
            case 16: self.init(truncatingIfNeeded: (value &* 255 &+ 32895) >> 16)
            case 17...: self.init(truncatingIfNeeded: value >> UInt32(bits - 8))
            default:
                let largest = UInt32(1) << UInt32(bits) - 1
                self.init(truncatingIfNeeded: (value &* 255 &+ largest / 2) / largest)
            }
        }

        @inline(__always)
        init(part: Double) { self = part > 0 ? UInt8(Swift.min(part, 1) * 255 + 0.5) : 0 }
    }

    extension UInt16: TIFFLevel {
        @inline(__always)
        init(_ value: UInt32, bits: Int) {
            guard bits != 16 else {
                self.init(truncatingIfNeeded: value)
                return
            }
            let largest = UInt64(1) << UInt64(bits) - 1
            self.init(truncatingIfNeeded: (UInt64(value) &* 65535 &+ largest / 2) / largest)
        }

        @inline(__always)
        init(part: Double) { self = part > 0 ? UInt16(Swift.min(part, 1) * 65535 + 0.5) : 0 }
    }

    extension Float: TIFFLevel {
        @inline(__always)
        init(_ value: UInt32, bits: Int) {
            self = Float(Double(value) / Double(UInt64(1) << UInt64(bits) - 1))
        }

        @inline(__always)
        init(part: Double) { self = part.isNaN ? 0 : Float(part) }

        @inline(__always)
        init(truncatingIfNeeded index: UInt32) { self.init(index) }
    }

    extension SampleFormat {
        /// The bytes of a level of a bitmap of this format.
        var levelBytes: Int { self == .rgbaHalf ? 4 : mostBits / 8 }
    }
#endif
