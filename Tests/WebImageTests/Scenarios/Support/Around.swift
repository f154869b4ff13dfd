#if HTTP && PNG
    import Synchronization
    import WebImage
    import WebImageTesting

    /// An interceptor of one closure.
    struct Around: LoadInterceptor {
        let identity: String
        var effect = OptionEffect.delivery
        let body: @Sendable (LoadRequest, NextLoad) async throws -> LoadedBody

        init(
            _ identity: String, effect: OptionEffect = .delivery,
            _ body: @escaping @Sendable (LoadRequest, NextLoad) async throws -> LoadedBody
        ) {
            self.identity = identity
            self.effect = effect
            self.body = body
        }

        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            try await body(request, next)
        }
    }

    /// A value that tests and interceptors share.
    final class SharedValue<Value: Sendable>: Sendable {
        private let state: Mutex<Value>
        init(_ value: Value) { state = Mutex(value) }
        var value: Value { state.withLock { $0 } }
        func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
            state.withLock { value in
                var copy = value
                defer { value = copy }
                return body(&copy)
            }
        }
        func add<Element: Sendable>(_ element: Element) where Value == [Element] {
            state.withLock { $0.append(element) }
        }
    }

    extension Job {
        /// Returns a pipeline with a memory cache of its own, and these interceptors.
        func pipeline(
            _ interceptors: [any LoadInterceptor], observers: [any PipelineObserver] = []
        ) -> ImagePipeline {
            var pipeline = pipeline(observers: observers)
            pipeline.interceptors = interceptors
            return pipeline
        }

        /// Returns a picture identified by its width.
        static func png(width: Int) throws -> [UInt8] {
            let bitmap = Bitmap(size: PixelSize(width: width, height: 1), isOpaque: true)
            return try CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings()).withUnsafeBytes { Array($0) }
        }
    }

    extension ByteBlock {
        /// Returns the bytes in pieces of `count`.
        func pieces(of count: Int) -> [ByteBlock] {
            let bytes = withUnsafeBytes { Array($0) }
            return stride(from: 0, to: bytes.count, by: count).map {
                ByteBlock(copying: bytes[$0..<Swift.min($0 + count, bytes.count)])
            }
        }
    }

    extension BodyStream {
        func bytes() async throws -> [UInt8] {
            var bytes: [UInt8] = []
            for try await chunk in self { chunk.withUnsafeBytes { bytes += $0 } }
            return bytes
        }
    }

    extension ImagePipeline {
        /// Returns the error of a load; `nil` if it succeeds.
        func error(of request: ImageRequest) async -> ImageError? {
            do throws(ImageError) {
                _ = try await image(for: request)
                return nil
            } catch {
                return error
            }
        }
    }

    extension ImageError {
        /// The reason why bytes did not arrive; `nil` for errors of other stages.
        var loadFailure: LoadFailure? {
            if case .load(let failure) = self { return failure }
            return nil
        }
    }
#endif
