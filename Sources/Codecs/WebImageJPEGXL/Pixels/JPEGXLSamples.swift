#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding
    import WebImagePixels

    /// The form of the samples that libjxl is asked for, and of those that they become.
    enum JPEGXLSamples {
        /// 8 bits become 8 bits.
        case eight
        /// 16 bits become 8 bits of another curve.
        case mapped(CurveMapping)
        /// Numbers from 0 to 1 become 16 bits.
        case deep(JPEGXLDeepSamples)
        /// Numbers of linear light become half floats.
        case light(JPEGXLLightSamples)

        /// Chooses 16 bits for a still of more than 8, or of PQ and HLG, and half floats for one of
        /// floats in linear light, if the options ask for them.
        ///
        /// PQ and HLG whose primaries have no name are mapped.
        init(
            _ info: JxlBasicInfo, _ colors: JPEGXLColors, hasInks: Bool, _ options: DecodeOptions
        ) {
            let isStill = info.have_animation == 0 && !hasInks
            let hasRange = !colors.isMappedToRange || colors.stated.isHighDynamicRange
            if isStill, options.pixelDepth == .hdr, info.exponent_bits_per_sample > 0,
                let linear = LinearLight(colors.stated)
            {
                self = .light(JPEGXLLightSamples(info, linear.matrix))
            } else if isStill, hasRange,
                options.isDeep(
                    bits: Int(info.bits_per_sample), colors.stated,
                    hasAlpha: info.alpha_bits > 0 && info.alpha_premultiplied == 0)
            {
                self = .deep(JPEGXLDeepSamples(info))
            } else {
                self = colors.mapping.map { .mapped($0) } ?? .eight
            }
        }

        /// The layout of the bitmap's samples.
        var format: SampleFormat {
            switch self {
            case .eight, .mapped: .bgra8
            case .deep: .rgba16
            case .light: .rgbaHalf
            }
        }

        /// The bytes that the library keeps for each pixel to make these samples: before 0.11 a
        /// number for each, unless it writes floats, or 8 bits into a bitmap.
        func libraryBytesPerPixel(of alpha: JPEGXLHeader.Alpha) -> Int {
            let isOld = JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 11
            guard isOld, case .mapped = self else { return 0 }
            return alpha == .none ? 12 : 16
        }

        /// The library's type of samples.
        var type: JxlDataType {
            switch self {
            case .eight: JXL_TYPE_UINT8
            case .mapped: JXL_TYPE_UINT16
            case .deep, .light: JXL_TYPE_FLOAT
            }
        }
    }

    /// The conversion of the library's numbers from 0 to 1 to straight samples of 16 bits.
    struct JPEGXLDeepSamples {
        /// The bits of a sample in the file, at most 16.
        let bits: Int
        private let color: Levels
        private let alpha: Levels
        private let isPremultiplied: Bool

        /// The levels of a channel in the file.
        private struct Levels {
            private let last: Float
            /// The distance of two levels in 2⁻³² of a sample of 16 bits.
            private let step: UInt64

            /// - Parameter bits: The bits of an integer, at most 16.
            init(bits: Int) {
                let last = UInt64(1) << bits - 1
                self.last = Float(last)
                step = ((65535 << 32) + last / 2) / last
            }

            /// Returns the sample of the nearest level; what is not a number is 0.
            ///
            /// Levels of at most 15 bits times the error of `step` are below the distance of a
            /// sample to a half, so that the sum is rounded as the quotient would be.
            @inline(__always)
            func sample(_ number: Float) -> UInt16 {
                let level = UInt64((number > 0 ? min(number, 1) : 0) * last + 0.5)
                return UInt16(truncatingIfNeeded: (level * step + 1 << 31) >> 32)
            }
        }

        /// Creates the conversion of a file's samples.
        ///
        /// Integers that the file keeps exactly become the nearest of 16 bits. Floating point and
        /// the library's own colours have no levels, so that all 16 bits are taken.
        init(_ info: JxlBasicInfo) {
            func levels(_ bits: UInt32, _ exponentBits: UInt32) -> Int {
                exponentBits == 0 && bits > 0 ? min(Int(bits), 16) : 16
            }
            bits = levels(info.bits_per_sample, info.exponent_bits_per_sample)
            color = Levels(bits: info.uses_original_profile == 0 ? 16 : bits)
            alpha = Levels(bits: levels(info.alpha_bits, info.alpha_exponent_bits))
            isPremultiplied = info.alpha_bits > 0 && info.alpha_premultiplied != 0
        }

        /// Converts pixels of red, green, blue and alpha.
        func convert(
            _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            for place in 0..<count {
                let (from, to) = (source + place * 4, target + place * 4)
                let opacity = alpha.sample(from[3])
                to[3] = opacity
                for channel in 0..<3 {
                    let sample = color.sample(from[channel])
                    to[channel] = isPremultiplied ? Self.divided(sample, opacity) : sample
                }
            }
        }

        /// Returns a colour without its alpha, which it can exceed in a file.
        @inline(__always)
        private static func divided(_ sample: UInt16, _ alpha: UInt16) -> UInt16 {
            guard alpha > 0, sample < alpha else { return alpha == 0 ? 0 : 65535 }
            let wide = UInt32(alpha)
            return UInt16(truncatingIfNeeded: (UInt32(sample) * 65535 + wide / 2) / wide)
        }
    }
#endif
