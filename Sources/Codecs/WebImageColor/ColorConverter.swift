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
            if case .codePoints(let codePoints) = color, let mapping = CurveMapping(codePoints) {
                mapping.map(&bitmap)
                color = mapping.result
            }
            let inks = bitmap.colorSpace == .cmyk
            guard let profile = color.embeddedProfile else {
                bitmap.colorSpace = .sRGB
                return
            }
            let transform = try transforms.transform(from: profile, inks: inks)
            // The transform reads only one channel.
            guard !transform.isGray || bitmap.isGray else {
                throw .unsupported(.icc, "a profile of greys for a picture in colour")
            }
            if !transform.isIdentity { transform.convert(&bitmap) }
            bitmap.colorSpace = .sRGB
            if inks { bitmap.isOpaque = true }
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
            withUnsafeRows { rows in
                (0..<size.height).allSatisfy { y in
                    let row = rows + y * bytesPerRow
                    var difference: UInt8 = 0
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
