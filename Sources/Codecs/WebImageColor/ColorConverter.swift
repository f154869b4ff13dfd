#if Color
    import CLittleCMS
    public import WebImageCoding
    public import WebImagePixels

    /// A converter of ICC profiles and code points to sRGB, based on Little CMS.
    ///
    /// The intent is relative colorimetric with black point compensation. Creating a transform
    /// takes milliseconds, so the last eight are cached; copies of a converter share the cache.
    public struct ColorConverter: ColorConverting {
        private let transforms = TransformCache()

        /// Creates a converter with an empty cache.
        public init() {}

        /// The name and version of the library.
        public var identity: String {
            let version = cmsGetEncodedCMMversion()
            return "lcms2 \(version / 1000).\(version % 1000 / 10)/2"
        }

        /// Bitmaps of 8 and of 16 bits.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

        /// Converts in place; alpha is unchanged, CMYK becomes opaque pixels.
        ///
        /// For an sRGB profile only the bitmap's colour space is changed. A grey profile fits only
        /// pixels without colour. Code points are converted by a profile built of them, PQ and HLG
        /// are mapped to the range of sRGB before.
        /// - Throws: `CodecError` if a profile is damaged or does not fit the pixels.
        public func convertToSRGB(
            _ bitmap: inout Bitmap, from color: ColorDescription
        ) throws(CodecError) {
            var color = color
            if bitmap.sampleFormat == .rgbaHalf {
                bitmap = try bitmap.reservedConversion(to: .rgba16)
            }
            let isDeep = bitmap.sampleFormat != .bgra8
            if case .codePoints(let codePoints) = color, !isDeep || color.isMappedToRange,
                let mapping = CurveMapping(codePoints)
            {
                bitmap = try bitmap.reservedConversion(to: .bgra8)
                mapping.map(&bitmap)
                color = mapping.result
            }
            let samples = ColorTransform.Samples(of: bitmap)
            guard let profile = isDeep ? color.deepProfile : color.embeddedProfile else {
                bitmap.colorSpace = .sRGB
                return
            }
            let transform = try transforms.transform(from: profile, samples)
            // The transform reads only one channel.
            guard !transform.isGray || bitmap.isGray else {
                throw .unsupported(.icc, "a profile of greys for a picture in colour")
            }
            if !transform.isIdentity { transform.convert(&bitmap) }
            bitmap.colorSpace = .sRGB
            if samples.isInk { bitmap.isOpaque = true }
        }

        /// Returns the profile's description in English; nil if it has none or is damaged.
        public func describe(_ profile: ByteBlock) -> String? {
            guard let session = try? ProfileSession(profile) else { return nil }
            return session.profileDescription
        }
    }

    extension Bitmap {
        /// `true` if the three colour channels of all pixels are equal.
        fileprivate var isGray: Bool {
            switch sampleFormat {
            case .bgra8: isGray(UInt8.self)
            case .rgba16, .rgbaHalf: isGray(UInt16.self)
            }
        }

        private func isGray<Sample: FixedWidthInteger>(_: Sample.Type) -> Bool {
            withUnsafeRows { rows in
                (0..<size.height).allSatisfy { y in
                    let row = UnsafeRawPointer(rows + y * bytesPerRow)
                        .assumingMemoryBound(to: Sample.self)
                    var difference: Sample = 0
                    for x in stride(from: 0, to: size.width * 4, by: 4) {
                        difference |= (row[x] ^ row[x + 1]) | (row[x] ^ row[x + 2])
                    }
                    return difference == 0
                }
            }
        }
    }

    extension ImageFormat {
        /// The format named by errors about profiles.
        static let icc = ImageFormat(rawValue: "icc")
    }
#endif
