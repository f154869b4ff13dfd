#if Server
    import WebImage

    /// The pictures that a server itself uses, loaded when it starts.
    struct ServerPictures: Sendable {
        /// The request of the mark; nil for none.
        private(set) var watermark: ImageRequest?
        /// The request of the picture in place of a source that cannot be loaded; nil for none.
        private(set) var fallback: ImageRequest?

        /// Loads the pictures of the settings; one that cannot be loaded is reported and left out,
        /// one that cannot be decoded is reported.
        init(_ settings: ServerSettings, by pipeline: ImagePipeline, tell: (String) -> Void) async {
            watermark = await Self.request(settings.watermark, "watermark", pipeline, tell)
            fallback = await Self.request(settings.fallback?.picture, "fallback", pipeline, tell)
        }

        private static func request(
            _ picture: StoredPicture?, _ name: String, _ pipeline: ImagePipeline,
            _ tell: (String) -> Void
        ) async -> ImageRequest? {
            guard let picture else { return nil }
            let source: ImageRequest =
                switch picture {
                case .data(let bytes): ImageRequest(ImageSource.data(ByteBlock(copying: bytes)))
                case .path(let path): ImageRequest(ImageSource.file(path))
                case .url(let address): ImageRequest(address)
                }
            var trusted = pipeline
            trusted.setLimits { $0.load.networkPolicy?.allowed += ["127.0.0.0/8", "::1/128"] }
            if case .path = picture { trusted.setLimits { $0.load.networkPolicy = nil } }
            do {
                let bytes = try await trusted.data(for: source).bytes
                var request = ImageRequest(ImageSource.data(bytes))
                let digest = bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }
                request.sourceKey = CacheKey("server-\(name)-\(digest)")
                var probe = request
                (probe.memoryCaching, probe.diskCaching) = (.off, .off)
                (probe.targetSize, probe.firstFrameOnly) = (PixelSize(width: 64, height: 64), true)
                do {
                    _ = try await pipeline.image(for: probe)
                } catch {
                    tell("the \(name) picture cannot be used: \(error)")
                }
                return request
            } catch {
                tell("the \(name) picture cannot be loaded: \(error)")
                return nil
            }
        }
    }
#endif
