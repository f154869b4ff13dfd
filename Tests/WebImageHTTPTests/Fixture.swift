#if HTTP
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// An origin and a transport of a test's own.
    struct Fixture {
        let origin: OriginServer
        let transport = AsyncHTTPClientTransport()

        init() throws { origin = try OriginServer() }

        func exchange(
            _ path: String, limits: LoadLimits = LoadLimits(), headers: HeaderFields = [:]
        ) async throws -> LoadedBody {
            try await transport.exchange(
                HTTPExchange(url: origin.url(path), headers: headers, limits: limits))
        }

        /// The whole body of a path.
        func bytes(_ path: String, limits: LoadLimits = LoadLimits()) async throws -> [UInt8] {
            try await exchange(path, limits: limits).bytes()
        }

        /// The failure that a path's exchange or body ends with.
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

    /// The load failure that `body` ends with, nil if it ends otherwise.
    func loadFailure(_ body: () async throws -> some Sendable) async -> LoadFailure? {
        do {
            _ = try await body()
        } catch let error as any LoadError {
            return error.loadFailure
        } catch {}
        return nil
    }

    /// So many bytes, none of them like its neighbour.
    func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) } }
#endif
