#if Color
    import CLittleCMS
    import WebImageCoding
    import WebImagePixels

    /// A transform from one profile's colours to sRGB.
    // Safe because it is created without the library's one-pixel cache, so a conversion writes only
    // the caller's pixels.
    final class ColorTransform: @unchecked Sendable {
        /// `true` if the profile equals sRGB within the rounding of 8 bits.
        private(set) var isIdentity = false
        /// `true` if the profile is one of greys, which fits only pixels without colour.
        let isGray: Bool
        private let context: cmsContext
        private let transform: cmsHTRANSFORM
        private let inks: Bool

        /// Creates the transform of `profile` for CMYK or BGRA pixels.
        ///
        /// - Throws: `CodecError` if the profile is damaged or does not fit the pixels.
        init(from profile: ByteBlock, inks: Bool) throws(CodecError) {
            let session = try ProfileSession(profile)
            try session.checkNumbers()
            let (input, output) = (try session.inputFormat(inks: inks), Self.bgra)
            guard let context = cmsCreateContext(nil, nil) else {
                throw .limit("lcms2 ran out of memory")
            }
            cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
            let flags = UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE)
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
            self.inks = inks
            isGray = session.isGray
            let (before, after) = trial(gray: session.isGray)
            isIdentity = !inks && zip(before, after).allSatisfy { max($0, $1) - min($0, $1) <= 1 }
            // Tables may have zeros or no numbers, too.
            for channel in 0..<3
            where Set(stride(from: channel, to: after.count, by: 4).map { after[$0] }).count <= 2 {
                throw .damaged(.icc, "the profile's tables give all values the same colours")
            }
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
            let multiplies = !inks && !bitmap.isOpaque
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
                    if inks {
                        for x in 0..<size.width { row[x * 4 + 3] = 255 }
                    }
                }
            }
        }

        /// The format of BGR and a byte that is not written.
        private static let bgra = format(
            PT_RGB, channels: 3, extra: 1, others: 1 << 10 | 1 << 14)

        /// Returns a format of 8-bit samples; Swift does not import the library's macros for it.
        fileprivate static func format(
            _ colors: Int32, channels: UInt32, extra: UInt32 = 0, others: UInt32 = 0
        ) -> UInt32 {
            UInt32(colors) << 16 | others | extra << 7 | channels << 3 | 1
        }

        /// Converts all greys and, unless `gray`, a grid of colours, or of inks.
        private func trial(gray: Bool) -> (before: [UInt8], after: [UInt8]) {
            let steps: [UInt8] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
            var before: [UInt8] = []
            for level in UInt8.min...UInt8.max { before += [level, level, level, inks ? 0 : 255] }
            if !gray {
                for blue in steps {
                    for green in steps {
                        for red in steps { before += [blue, green, red, inks ? red : 255] }
                    }
                }
            }
            var after = before
            cmsDoTransform(transform, before, &after, UInt32(before.count / 4))
            return (before, after)
        }
    }

    extension ProfileSession {
        /// `true` if the colour space of the profile is grey.
        fileprivate var isGray: Bool { cmsGetColorSpace(profile) == cmsSigGrayData }

        /// Returns the bitmap's pixel format as input of this profile.
        ///
        /// - Throws: `CodecError.unsupported` if the profile does not fit the pixels or a device.
        fileprivate func inputFormat(inks: Bool) throws(CodecError) -> UInt32 {
            let devices = [
                cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
            ]
            guard devices.contains(cmsGetDeviceClass(profile)) else {
                throw .unsupported(
                    .icc, "the profile class is not input, display, output or colour space")
            }
            switch (cmsGetColorSpace(profile), inks) {
            case (cmsSigCmykData, true): return ColorTransform.format(PT_CMYK, channels: 4)
            case (cmsSigRgbData, false):
                return ColorTransform.format(
                    PT_RGB, channels: 3, extra: 1, others: 1 << 10 | 1 << 14)
            case (cmsSigGrayData, false):
                return ColorTransform.format(PT_GRAY, channels: 1, extra: 3)
            default:
                throw .unsupported(.icc, "the profile's colour space differs from the image's")
            }
        }
    }
#endif
