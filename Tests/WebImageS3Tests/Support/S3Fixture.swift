#if HTTP && os(Linux)
    import FoundationEssentials
    import TestSupport
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageInterceptors
    import WebImageLoading
    import WebImageS3
    import WebImageTesting

    /// A scripted store on loopback and a loader of its objects, with a clock that waits move.
    struct S3Fixture {
        static let key = S3Credentials(
            accessKeyID: "AKIDTEST", secretAccessKey: "very-secret", sessionToken: "token-of-test")

        let origin: OriginServer
        let time = ManualTime()
        /// The transport, for which all names are this machine's.
        let transport = CurlTransport(
            resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })

        init() throws { origin = try OriginServer() }

        func settings(_ change: (inout S3Settings) -> Void = { _ in }) -> S3Settings {
            var settings = S3Settings(region: "eu-central-1", endpoint: origin.url(""))
            change(&settings)
            return settings
        }

        func loader(
            _ settings: S3Settings? = nil, credentials: (any S3CredentialSource)? = key
        ) throws -> S3Loader {
            try S3Loader(
                over: transport, credentials: credentials, settings: settings ?? self.settings(),
                clock: time.clock, random: { 0.5 })
        }

        /// Returns the response of an address.
        func load(
            _ url: String, by loader: S3Loader? = nil, method: String = "GET",
            headers: HeaderFields = [:], limits: LoadLimits = LoadLimits()
        ) async throws -> LoadedBody {
            try await (loader ?? self.loader()).load(
                LoadRequest(
                    source: .url(url), method: method, headers: headers, limits: limits))
        }

        /// Returns a document of an error.
        static func fault(_ code: String, _ more: String = "") -> [UInt8] {
            Array("<?xml version=\"1.0\"?>\n<Error><Code>\(code)</Code>\(more)</Error>".utf8)
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
#endif
