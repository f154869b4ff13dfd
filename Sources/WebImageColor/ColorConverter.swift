#if Color
    import CLittleCMS
    public import WebImageCoding
    public import WebImagePixels

    /// Turns the colours of an ICC profile into sRGB with Little CMS.
    ///
    /// Relative colorimetric with black point compensation. Transforms cost milliseconds to make, so
    /// the last few are kept; copies of a converter share them.
    public struct ColorConverter: ColorConverting {
        private let transforms = TransformCache()

        /// A converter with no transform made yet.
        public init() {}

        /// Name and version of the library.
        public var identity: String {
            let version = cmsGetEncodedCMMversion()
            return "lcms2 \(version / 1000).\(version % 1000 / 10)"
        }

        /// Converts in place; alpha stays, four inks become opaque pixels.
        ///
        /// A profile that already is sRGB changes nothing but the bitmap's colour space. A grey
        /// profile reads the blue channel, which in a grey picture is the grey.
        /// - Throws: `CodecError` when the profile is damaged or describes other pixels than these.
        public func convertToSRGB(
            _ bitmap: inout Bitmap, from profile: ByteBlock
        ) throws(CodecError) {
            let inks = bitmap.colorSpace == .cmyk
            let transform = try transforms.transform(from: profile, inks: inks)
            if !transform.isIdentity { transform.convert(&bitmap) }
            bitmap.colorSpace = .sRGB
            if inks { bitmap.isOpaque = true }
        }

        /// The profile's description in English, nil when it has none or is damaged.
        public func describe(_ profile: ByteBlock) -> String? {
            guard let session = try? ProfileSession(profile) else { return nil }
            return session.profileDescription
        }
    }

    extension ImageFormat {
        /// What errors of profiles name as their format.
        static let icc = ImageFormat(rawValue: "icc")
    }
#endif
