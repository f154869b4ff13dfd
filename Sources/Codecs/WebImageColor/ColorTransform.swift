#if Color
    import CLittleCMS
    import WebImageCoding
    import WebImagePixels

    /// A transform from one profile's colours to sRGB.
    // Safe because it is created without the library's one-pixel cache, so a conversion writes only
    // the caller's pixels.
    final class ColorTransform: @unchecked Sendable {
        /// The samples that a transform reads; it writes the same ones, but colours for inks.
        enum Samples: Hashable {
            case bgra8
            case inks8
            case rgba16
            case inks16

            init(of bitmap: Bitmap) {
                let isInk = bitmap.colorSpace == .cmyk
                switch bitmap.sampleFormat {
                case .bgra8: self = isInk ? .inks8 : .bgra8
                case .rgba16, .rgbaHalf: self = isInk ? .inks16 : .rgba16
                }
            }

            /// `true` for samples of 16 bits.
            var isDeep: Bool { self == .rgba16 || self == .inks16 }
            /// `true` for inks.
            var isInk: Bool { self == .inks8 || self == .inks16 }
        }

        /// `true` if the profile equals sRGB within the rounding of 8 bits, or of 10 for deep
        /// pixels.
        private(set) var isIdentity = false
        /// `true` if the profile is one of greys, which fits only pixels without colour.
        let isGray: Bool
        private let context: cmsContext
        private let transform: cmsHTRANSFORM
        private let samples: Samples

        /// Creates the transform of `profile` for pixels of one kind.
        ///
        /// - Throws: `CodecError` if the profile is damaged or does not fit the pixels.
        init(from profile: ByteBlock, _ samples: Samples) throws(CodecError) {
            let session = try ProfileSession(profile)
            try session.checkNumbers()
            let (input, output) = (try session.inputFormat(samples), samples.colors)
            guard let context = cmsCreateContext(nil, nil) else {
                throw .limit("lcms2 ran out of memory")
            }
            cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
            // The library's tables for 16 bits are too coarse for them.
            let tables = samples.isDeep ? cmsFLAGS_NOOPTIMIZE : 0
            let flags = UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | tables)
            guard let srgb = Self.srgb,
                let transform = cmsCreateTransformTHR(
                    context, session.profile, input, srgb, output,
                    UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
            else {
                cmsDeleteContext(context)
                throw .damaged(.icc, "no conversion to sRGB can be built from the profile's tags")
            }
            self.context = context
            self.transform = transform
            self.samples = samples
            isGray = session.isGray
            let isSame =
                samples.isDeep
                ? try isIdentity(within: UInt16(64)) : try isIdentity(within: UInt8(1))
            isIdentity = isSame && !samples.isInk
        }

        /// The profile of sRGB, whose curves are made once; nil if memory was refused.
        // Safe because it is kept, and the library reads a profile under the profile's own lock.
        nonisolated(unsafe) private static let srgb: cmsHPROFILE? = {
            guard let context = cmsCreateContext(nil, nil) else { return nil }
            cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
            return cmsCreate_sRGBProfileTHR(context)
        }()

        deinit {
            cmsDeleteTransform(transform)
            cmsDeleteContext(context)
        }

        /// Converts all pixels in place.
        func convert(_ bitmap: inout Bitmap) {
            let (size, stride) = (bitmap.size, bitmap.bytesPerRow)
            let multiplies = samples == .bgra8 && !bitmap.isOpaque
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<size.height {
                    let row = rows + y * stride
                    if multiplies {
                        Convert.unpremultiplied(from: row, into: row, as: .bgra8, count: size.width)
                    }
                    // The output format skips the fourth byte, so alpha is unchanged.
                    cmsDoTransform(transform, row, row, UInt32(size.width))
                    if multiplies {
                        Convert.premultiplied(from: row, as: .bgra8, into: row, count: size.width)
                    }
                    if samples.isInk { fillFourth(of: row, count: size.width) }
                }
            }
        }

        /// Makes pixels opaque.
        private func fillFourth(of row: UnsafeMutablePointer<UInt8>, count: Int) {
            guard samples.isDeep else {
                for x in 0..<count { row[x * 4 + 3] = 255 }
                return
            }
            // Safe because rows of a deep bitmap are aligned to samples.
            let deep = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
            for x in 0..<count { deep[x * 4 + 3] = .max }
        }

        /// Returns `true` if a trial changes no sample by more than `difference`.
        ///
        /// - Throws: `CodecError.damaged` if it makes all colours the same: tables may have zeros,
        ///   or no numbers.
        private func isIdentity<Sample: FixedWidthInteger>(
            within difference: Sample
        ) throws(CodecError) -> Bool {
            let before: [Sample] = trial()
            var after = before
            cmsDoTransform(transform, before, &after, UInt32(before.count / 4))
            for channel in 0..<3
            where Set(stride(from: channel, to: after.count, by: 4).map { after[$0] }).count <= 2 {
                throw .damaged(.icc, "the profile's tables give all values the same colours")
            }
            return zip(before, after).allSatisfy { max($0, $1) - min($0, $1) <= difference }
        }

        /// All greys of 8 bits and, unless the profile is one of greys, a grid of colours, or of
        /// inks.
        private func trial<Sample: FixedWidthInteger>() -> [Sample] {
            let steps = [0, 32, 64, 96, 128, 160, 192, 224, 255]
            let hasInks = samples.isInk
            var levels: [Int] = []
            for level in 0...255 { levels += [level, level, level, hasInks ? 0 : 255] }
            if !isGray {
                for blue in steps {
                    for green in steps {
                        for red in steps { levels += [blue, green, red, hasInks ? red : 255] }
                    }
                }
            }
            return levels.map { Sample($0 * Int(Sample.max) / 255) }
        }
    }

    extension ColorTransform.Samples {
        /// The format of three colours and a sample that is not written.
        fileprivate var colors: UInt32 { format(PT_RGB, channels: 3, extra: 1, swaps: true) }

        /// Returns a format of these samples; Swift does not import the library's macros for it.
        ///
        /// - Parameter swaps: `true` for blue, green, red, if these samples have that order.
        fileprivate func format(
            _ colors: Int32, channels: UInt32, extra: UInt32 = 0, swaps: Bool = false
        ) -> UInt32 {
            let bytes: UInt32 = isDeep ? 2 : 1
            let order: UInt32 = swaps && !isDeep ? 1 << 10 | 1 << 14 : 0
            return UInt32(colors) << 16 | order | extra << 7 | channels << 3 | bytes
        }
    }

    extension ProfileSession {
        /// `true` if the colour space of the profile is grey.
        fileprivate var isGray: Bool { cmsGetColorSpace(profile) == cmsSigGrayData }

        /// Returns the bitmap's pixel format as input of this profile.
        ///
        /// - Throws: `CodecError.unsupported` if the profile does not fit the pixels or a device.
        fileprivate func inputFormat(
            _ samples: ColorTransform.Samples
        ) throws(CodecError) -> UInt32 {
            let devices = [
                cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
            ]
            guard devices.contains(cmsGetDeviceClass(profile)) else {
                throw .unsupported(
                    .icc, "the profile class is not input, display, output or colour space")
            }
            switch (cmsGetColorSpace(profile), samples.isInk) {
            case (cmsSigCmykData, true): return samples.format(PT_CMYK, channels: 4)
            case (cmsSigRgbData, false): return samples.colors
            case (cmsSigGrayData, false): return samples.format(PT_GRAY, channels: 1, extra: 3)
            default:
                throw .unsupported(.icc, "the profile's colour space differs from the image's")
            }
        }
    }
#endif
