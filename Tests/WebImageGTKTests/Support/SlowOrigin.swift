#if GTK

    import Testing
    import WebImage
    import WebImageCaching
    import WebImageCoding
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageURLSession

    /// A real server that sends a progressive JPEG slowly, and a pipeline without a disk.
    struct SlowOrigin {
        static let size = PixelSize(200, 150)
        let origin: OriginServer
        let pipeline: ImagePipeline
        /// The bytes of the file.
        let count: Int

        init() throws {
            origin = try OriginServer()
            var settings = EncodeSettings()
            settings.isProgressive = true
            let encoder = try CodecList.installed.encoder(for: .jpeg)
            let file = try encoder.encode(Scene.photograph(size: Self.size), settings: settings)
            let body = file.withUnsafeBytes { Array($0) }
            count = body.count
            // About 800 ms.
            origin.reply(
                "/slow.jpg",
                with: OriginReply(body: body).slowly(
                    chunk: body.count / 100, every: .milliseconds(8)))
            origin.reply(
                "/held.jpg", with: OriginReply(body: body).held(after: body.count * 2 / 3))
            pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 24), disk: nil,
                loader: SchemeLoader(over: URLSessionTransport()), codecs: .installed)
        }

        /// Returns a request for a file, each of whose pieces is news.
        func request(_ path: String) -> ImageRequest {
            var request = ImageRequest(origin.url(path))
            request.previews = .all
            request.progressInterval = .zero
            return request
        }
    }

    extension ImageUpdate {
        /// `true` unless it tells of a load without a byte so far.
        var hasBytes: Bool {
            if case .progress(let progress) = self { progress.receivedByteCount > 0 } else { true }
        }
    }

    /// The updates that a handler got, and their times.
    @GTKActor final class UpdateLog {
        private(set) var progress: [LoadProgress] = []
        private(set) var previews: [DecodedImage] = []
        private(set) var times: [ContinuousClock.Instant] = []

        func add(_ update: ImageUpdate) {
            times.append(.now)
            switch update {
            case .progress(let progress): self.progress.append(progress)
            case .preview(let image): previews.append(image)
            default: break
            }
        }

        /// `true` if any second has 30 updates.
        var isFast: Bool {
            times.contains { start in
                times.count { $0 >= start && $0 < start.advanced(by: .seconds(1)) } >= 30
            }
        }
    }

#endif
