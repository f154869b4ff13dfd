#if HTTP
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// An origin and a transport for one test.
    struct Fixture {
        let origin: OriginServer
        let transport = CurlTransport()

        init() throws { origin = try OriginServer() }

        func exchange(
            _ path: String, limits: LoadLimits = LoadLimits(), headers: HeaderFields = [:]
        ) async throws -> LoadedBody {
            try await transport.exchange(
                HTTPExchange(url: origin.url(path), headers: headers, limits: limits))
        }

        /// Returns the whole body of a path.
        func bytes(_ path: String, limits: LoadLimits = LoadLimits()) async throws -> [UInt8] {
            try await exchange(path, limits: limits).bytes()
        }

        /// Returns the failure of a path's exchange or body.
        func failure(_ path: String, limits: LoadLimits = LoadLimits()) async -> LoadFailure? {
            await loadFailure { try await bytes(path, limits: limits) }
        }
    }

    extension LoadedBody {
        func bytes() async throws -> [UInt8] {
            var bytes: [UInt8] = []
            for try await chunk in chunks { chunk.withUnsafeBytes { bytes += $0 } }
            return bytes
        }
    }

    /// Returns the load failure of `body`; `nil` if it ends otherwise.
    func loadFailure(_ body: () async throws -> some Sendable) async -> LoadFailure? {
        do {
            _ = try await body()
        } catch let error as any LoadError {
            return error.loadFailure
        } catch {}
        return nil
    }

    /// Returns `count` bytes; neighbours differ.
    func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) } }
#endif
