#if Server
    import WebImage
    import WebImageURLs

    /// The settings of a file by its format.
    struct EncodingRule: Sendable {
        private let plan: EncodingPlan
        private let settings: EncodingSettings
        private let matte: RGBAColor?

        init(_ plan: ImagePlan, _ settings: EncodingSettings) {
            self.plan = plan.encoding
            self.settings = settings
            matte = plan.background
        }

        /// The formats whose quality is lowered until a file fits.
        private static let bounded: Set<ImageFormat> = [.jpeg, .webp, .avif, .heic, .jxl, .tiff]

        /// The longest side of formats.
        private static let longestSides: [ImageFormat: Int] = [
            .webp: 16_383, .avif: 16_384, .heic: 16_384, .gif: 65_535, .ico: 256,
        ]

        func settings(for format: ImageFormat, frames: Int?) -> EncodeSettings {
            let quality =
                plan.quality ?? plan.formatQualities[format] ?? settings.formatQualities[format]
                ?? settings.quality
            var result = EncodeSettings(quality: quality)
            result.isProgressive =
                format == .jpeg ? settings.isProgressive : format == .png && settings.isInterlaced
            result.metadata = metadata
            result.effort = settings.efforts[format]
            if format == .png { result.maxColorCount = settings.mostPNGColors }
            if let matte { result.matte = SIMD3(matte.blue, matte.green, matte.red) }
            if Self.bounded.contains(format) { result.maxByteCount = plan.maxByteCount }
            result.fitsBytesByQualityOnly = true
            result.maxSize = Self.longestSides[format].map { PixelSize(width: $0, height: $0) }
            result.animation.maxFrameCount = frames
            return result
        }

        private var metadata: MetadataPolicy {
            guard plan.stripsMetadata ?? settings.stripsMetadata else {
                return plan.dropsLocation == true ? .dropLocation : .keep
            }
            return plan.keepsCopyright ?? settings.keepsCopyright ? .copyright : .drop
        }

        var keepsProfile: Bool { !(plan.stripsProfile ?? settings.stripsProfile) }

        /// All that it depends on besides the format, as text for keys.
        var spelling: String {
            let qualities = { (table: [ImageFormat: Int]) in
                table.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: "+")
            }
            var parts: [String] = [
                plan.quality.map(String.init) ?? "-", qualities(plan.formatQualities),
                qualities(settings.formatQualities), String(settings.quality),
                plan.maxByteCount.map(String.init) ?? "-",
                "\(metadata)", matte?.spelling ?? "-",
                String(settings.isProgressive), String(settings.isInterlaced),
            ]
            if let count = settings.mostPNGColors { parts.append("colors=\(count)") }
            if !settings.efforts.isEmpty { parts.append("effort:" + qualities(settings.efforts)) }
            return parts.joined(separator: ";")
        }
    }
#endif
