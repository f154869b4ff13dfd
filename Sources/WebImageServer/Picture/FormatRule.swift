#if Server
    import WebImage
    import WebImageURLs

    /// The rule that chooses the format of a file by what is asked for, by the client and by the picture.
    struct FormatRule: Sendable {
        /// The format of the address; nil for none.
        let asked: ImageFormat?
        /// The formats for a client that accepts them, the first one preferred.
        let accepted: [ImageFormat]
        /// `true` if they count whatever is asked for.
        let overrules: Bool
        let settings: EncodingSettings
        /// The formats of sources that are passed on.
        let skipped: Set<ImageFormat>
        /// `true` if the steps add transparent pixels, `false` if they cover them; nil for neither.
        let addsAlpha: Bool?
        /// The formats that can be written.
        let encodable: Set<ImageFormat>

        init(
            _ plan: ImagePlan, accept: String?, _ settings: EncodingSettings,
            encodable: Set<ImageFormat>
        ) {
            asked = plan.encoding.format
            let enforced = Self.sorted(settings.enforced, by: accept)
            overrules = !enforced.isEmpty
            accepted = overrules ? enforced : Self.sorted(settings.automatic, by: accept)
            self.settings = settings
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

        /// Returns another format for a picture that is too small for AVIF by the rules of imgproxy.
        private func small(_ format: ImageFormat, _ image: DecodedImage) -> ImageFormat {
            guard format == .avif,
                min(image.size.width, image.size.height) < settings.leastAVIFSide
            else {
                return format
            }
            return addsAlpha ?? image.metadata.hasAlpha ? .png : .jpeg
        }

        /// All that the choice depends on besides the picture, as text for keys.
        var spelling: String {
            let names = { (formats: [ImageFormat]) in formats.map(\.rawValue).joined(separator: "+")
            }
            return [
                asked?.rawValue ?? "-", names(accepted), String(overrules),
                names(settings.preferred),
                names(skipped.sorted { $0.rawValue < $1.rawValue }), String(settings.rasterizesSVG),
                // Results that were kept before documents were written anew are not found.
                settings.sanitizesSVG && passes(.svg) ? "cleaned" : String(settings.sanitizesSVG),
                String(settings.convertsAnimations),
                String(settings.makesOpaquePNGToJPEG), String(settings.mostAutomaticAVIFPixels),
                String(settings.leastAVIFSide),
                addsAlpha.map { String($0) } ?? "-",
            ].joined(separator: ";")
        }
    }
#endif
