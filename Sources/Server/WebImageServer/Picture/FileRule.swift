#if Server
    import WebImage
    import WebImageURLs

    /// The rule that chooses the format of a file, and its settings, by what is asked for, by the
    /// client and by the picture.
    struct FileRule: Sendable {
        private let plan: EncodingPlan
        let settings: EncodingSettings
        private let matte: RGBAColor?
        /// The formats for a client that accepts them, the first one preferred.
        private let accepted: [ImageFormat]
        /// `true` if they count whatever is asked for.
        private let overrules: Bool
        /// The formats of sources that are passed on.
        private let skipped: Set<ImageFormat>
        /// `true` if the steps add transparent pixels, `false` if they cover them; nil for neither.
        private let addsAlpha: Bool?
        /// The formats that can be written.
        private let encodable: Set<ImageFormat>

        init(
            _ plan: ImagePlan, accept: String?, _ settings: EncodingSettings,
            encodable: Set<ImageFormat>
        ) {
            (self.plan, self.settings, matte) = (plan.encoding, settings, plan.background)
            let enforced = Self.sorted(settings.enforced, by: accept)
            overrules = !enforced.isEmpty
            accepted = overrules ? enforced : Self.sorted(settings.automatic, by: accept)
            skipped = settings.skipped.union(plan.encoding.skippedFormats)
            let sizing = plan.sizing
            var isExtended = sizing.padding != TargetSizing.Padding()
            if case .box = sizing.canvas { isExtended = true }
            addsAlpha = plan.background != nil ? false : isExtended ? true : nil
            self.encodable = encodable
        }

        /// Returns the formats that a field `Accept` names, by their weights, then by their order.
        private static func sorted(_ formats: [ImageFormat], by accept: String?) -> [ImageFormat] {
            var (rest, sorted) = (formats, [ImageFormat]())
            while let format = ImageFormat.accepted(by: accept, among: rest) {
                sorted.append(format)
                rest.removeAll { $0 == format }
            }
            return sorted
        }

        /// The format of the address; nil for none.
        private var asked: ImageFormat? { plan.format }

        /// Returns `true` if the bytes of a source are passed on.
        func passes(_ source: ImageFormat?) -> Bool {
            guard let source else { return false }
            if source == .svg { return asked == .svg || asked == nil && !settings.rasterizesSVG }
            return skipped.contains(source) && (asked == nil || asked == source)
        }

        /// Returns the format of the file that is made.
        func format(of image: DecodedImage, _ source: ImageFormat?) -> ImageFormat {
            let isAnimated = (image.frames?.count ?? 1) > 1
            if asked == nil || overrules {
                let suited = accepted.first {
                    encodable.contains($0)
                        && !(isAnimated
                            && ($0 == .avif || $0 == .jxl || !settings.convertsAnimations))
                        && !($0 == .avif && image.size.area > settings.mostAutomaticAVIFPixels)
                }
                if let suited { return small(suited, image) }
            }
            if let asked { return small(asked, image) }
            let hasAlpha = addsAlpha ?? image.metadata.hasAlpha
            if source == .png, settings.makesOpaquePNGToJPEG, !hasAlpha { return .jpeg }
            if let source, settings.preferred.contains(source) { return source }
            let suited = settings.preferred.first { format in
                (!isAnimated || format == .gif || format == .webp)
                    && (!hasAlpha || format != .jpeg && format != .bmp)
            }
            return suited ?? settings.preferred.first ?? .jpeg
        }

        /// The formats that may be chosen.
        var possible: Set<ImageFormat> {
            let automatic = asked == nil || overrules ? accepted : []
            return Set(automatic + (asked.map { [$0] } ?? settings.preferred) + [.jpeg, .png])
        }

        /// Returns another format for a picture that is too small for AVIF by the rules of
        /// imgproxy.
        private func small(_ format: ImageFormat, _ image: DecodedImage) -> ImageFormat {
            guard format == .avif, min(image.size.width, image.size.height) < settings.leastAVIFSide
            else { return format }
            return addsAlpha ?? image.metadata.hasAlpha ? .png : .jpeg
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
            result.gainMap = gainMap
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

        /// The handling of gain maps, whatever the metadata.
        var gainMap: GainMapPolicy {
            plan.keepsGainMap ?? settings.keepsGainMap ? .keep : .drop
        }

        /// The depth of the pixels that a file is made of.
        var depth: PixelDepth { plan.depth ?? settings.depth }

        var keepsProfile: Bool { !(plan.stripsProfile ?? settings.stripsProfile) }

        /// All that a file depends on besides the picture, as text for keys.
        var spelling: String { "\(formatSpelling)|\(encodingSpelling)" }

        private var formatSpelling: String {
            let names = { (formats: [ImageFormat]) in formats.map(\.rawValue).joined(separator: "+")
            }
            return [
                asked?.rawValue ?? "-", names(accepted), String(overrules),
                names(settings.preferred),
                names(skipped.sorted { $0.rawValue < $1.rawValue }), String(settings.rasterizesSVG),
                // Results that were kept before documents were written anew are not found.
                settings.sanitizesSVG && passes(.svg) ? "cleaned" : String(settings.sanitizesSVG),
                String(settings.convertsAnimations), String(settings.makesOpaquePNGToJPEG),
                String(settings.mostAutomaticAVIFPixels), String(settings.leastAVIFSide),
                addsAlpha.map { String($0) } ?? "-",
            ].joined(separator: ";")
        }

        private var encodingSpelling: String {
            let qualities = { (table: [ImageFormat: Int]) in
                table.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: "+")
            }
            var parts: [String] = [
                plan.quality.map(String.init) ?? "-", qualities(plan.formatQualities),
                qualities(settings.formatQualities), String(settings.quality),
                plan.maxByteCount.map(String.init) ?? "-", "\(metadata)", matte?.spelling ?? "-",
                String(settings.isProgressive), String(settings.isInterlaced),
            ]
            if let count = settings.mostPNGColors { parts.append("colors=\(count)") }
            if !settings.efforts.isEmpty { parts.append("effort:" + qualities(settings.efforts)) }
            return parts.joined(separator: ";")
        }
    }
#endif
