#if Server
    import WebImage
    import WebImageURLs

    /// The request of the pipeline for the file of a plan.
    struct PictureRequest: Sendable {
        var request: ImageRequest
        /// The name of the choice in keys.
        let name: String
        private let rule: FileRule
        /// The most frames; nil for all.
        private let frames: Int?

        /// - Parameter watermark: The request of the server's mark; nil for none.
        init(
            _ plan: ImagePlan, accept: String?, _ settings: ServerSettings,
            watermark: ImageRequest?, codecs: CodecList, encodable: Set<ImageFormat>
        ) {
            rule = FileRule(plan, accept: accept, settings.encoding, encodable: encodable)
            frames = plan.limits.maxFrames ?? settings.bounds.maxFrames
            let bounds = [plan.limits.maxPixels, plan.limits.maxSourceBytes, frames].map {
                $0.map { String($0) } ?? "-"
            }
            name = (["server1", rule.spelling] + bounds).joined(separator: "|")
            request = ImageRequest(plan.source)
            request.firstFrameOnly = frames == 1
            if rule.keepsProfile { request.colorProfile = .keep }
            if rule.depth != .eight { request.pixelDepth = rule.depth }
            if !(plan.turnsUpright ?? settings.turnsUpright) {
                request.decoder = StoredDecoder(codecs: codecs)
            }
            var plan = plan
            if let longest = plan.limits.maxResultSide ?? settings.bounds.maxResultSide {
                plan.sizing.maxSide = longest
            }
            for step in plan.steps {
                switch step {
                case .size(let rule, let effects): size(by: rule, effects)
                case .trim(let transform), .transform(let transform):
                    request.transforms.append(transform)
                case .background(let color):
                    request.transforms.append(BuiltInTransform.background(color))
                case .watermark(let mark, let ratio):
                    guard let watermark else { continue }
                    request.transforms.append(
                        Self.mark(mark, watermark, ratio, settings.watermarkOpacity))
                }
            }
        }

        /// Sets the request's own rule of sizes, so that no more than it needs is decoded; after
        /// another step, and where effects stand before the canvas, the rule is a transform.
        private mutating func size(by rule: TargetSizing, _ effects: [BuiltInTransform]) {
            let isPlaced = rule.canvas != nil || rule.padding != TargetSizing.Padding()
            if !request.transforms.isEmpty || isPlaced && !effects.isEmpty {
                request.transforms.append(BuiltInTransform.sized(rule, effects: effects))
            } else {
                if rule != TargetSizing() { request.targetSizing = rule }
                request.transforms += effects
            }
        }

        /// Returns the transform that draws a mark.
        private static func mark(
            _ plan: WatermarkPlan, _ picture: ImageRequest, _ ratio: Double, _ opacity: Double
        ) -> BuiltInTransform {
            // The ratio that a small source reduces is known only once it is read.
            let pixels = { (distance: Double) in abs(distance) < 1 ? distance : distance * ratio }
            return .composite(
                picture, at: plan.gravity ?? .center, x: pixels(plan.x), y: pixels(plan.y),
                opacity: min(max(plan.opacity * opacity, 0), 1), scale: plan.scale,
                tiles: plan.gravity == nil)
        }

        /// The settings that decide what is decoded for the file.
        private var settings: EncodeSettings {
            var settings = EncodeSettings()
            settings.gainMap = rule.gainMap
            return settings
        }

        func file(by pipeline: ImagePipeline) async throws(ImageError) -> ImageFile {
            try await pipeline.file(
                for: request, named: name, settings: settings, among: rule.possible
            ) { image, source throws(CodecError) in
                try choice(for: image, of: source, pipeline.codecs, pipeline.limits.decode)
            }
        }

        /// Returns `true` if a cache has the file, or bytes that it is made of.
        func isKept(by pipeline: ImagePipeline) async -> Bool {
            await pipeline.keepsFile(
                for: request, named: name, settings: settings, among: rule.possible)
        }

        private func choice(
            for image: DecodedImage, of source: EncodedImage, _ codecs: CodecList,
            _ limits: DecodeLimits
        ) throws(CodecError) -> FileChoice {
            guard let format = source.format, rule.passes(format) else {
                let format = rule.format(of: image, source.format)
                var choice = FileChoice(
                    format, settings: rule.settings(for: format, frames: frames))
                choice.copiesOriginal = false
                return choice
            }
            var choice = FileChoice(format)
            choice.file = source
            if format == .svg, rule.settings.sanitizesSVG {
                choice.file = EncodedImage(try Self.cleaned(source, codecs, limits))
                choice.file?.format = .svg
            }
            return choice
        }

        /// Returns an SVG without scripts and foreign links, written by the decoder, in its worker.
        ///
        /// - Throws: `CodecError`; a document that cannot be cleaned is a format that cannot be
        ///   written.
        private static func cleaned(
            _ source: EncodedImage, _ codecs: CodecList, _ limits: DecodeLimits
        ) throws(CodecError) -> ByteBlock {
            do throws(CodecError) {
                guard let decoder = try codecs.decoder(for: .svg) as? any DocumentCleaning else {
                    throw .unsupported(.svg, "its decoder cannot clean it")
                }
                return try source.bytes.withSpan { bytes throws(CodecError) in
                    try decoder.cleaned(bytes, limits: limits)
                }
            } catch {
                switch error {
                case .cancelled, .timedOut, .limit, .documentInProcess: throw error
                case .workerEnded(_, let end) where !end.blamesBytes: throw error
                default: throw .unsupported(.svg, "passing it on: \(error)")
                }
            }
        }
    }
#endif
