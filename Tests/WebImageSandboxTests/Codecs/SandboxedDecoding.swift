#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import WebImage
    import WebImageRuntime
    import WebImageSandbox

    /// The threads for calls that wait for a worker, apart from those of other tests.
    let blocking = WorkExecutor(maxThreads: 8)

    /// Codecs whose workers are processes of `SandboxChild`.
    func sandboxedCodecs(
        encodes: Bool = false, isolation: DecoderIsolation = .shared,
        allowances: WorkerAllowances = WorkerAllowances()
    ) async throws -> CodecList {
        var codecs = CodecList.installed
        codecs.decoders += [AttackDecoder(), AttackDocument()]
        codecs.encoders.append(AttackEncoder())
        return try await .sandboxed(
            codecs, encodes: encodes, isolation: isolation, allowances: allowances,
            worker: try BuiltProgram.path(of: "SandboxChild"))
    }

    extension CodecList {
        /// Lets the attacking decoder decode.
        func decode(
            _ bytes: ByteBlock, limits: DecodeLimits = .within(.seconds(20))
        ) async throws(CodecError) -> DecodeOutput {
            let decoder = try decoder(for: .attack)
            return try await blocking.run { () throws(CodecError) in
                try bytes.withSpan { bytes throws(CodecError) in
                    try decoder.decode(bytes, options: DecodeOptions(limits: limits))
                }
            }
        }

        /// Returns how the worker of an attack ended; nil if it did not.
        func end(
            of bytes: ByteBlock, limits: DecodeLimits = .within(.seconds(20))
        ) async throws -> WorkerEnd? {
            do throws(CodecError) {
                _ = try await decode(bytes, limits: limits)
                return nil
            } catch {
                guard case .workerEnded(_, let end) = error else { throw error }
                return end
            }
        }
    }

    extension DecodeLimits {
        /// Limits with a short time.
        static func within(_ time: Duration) -> DecodeLimits {
            var limits = DecodeLimits()
            limits.maxTime = time
            return limits
        }
    }

    extension Bitmap {
        func samePixels(as other: Bitmap) -> Bool {
            self == other && isOpaque == other.isOpaque
        }
    }

    extension EncodeSettings {
        /// Settings with EXIF, bytes of a stranger that an encoder embeds.
        static let withMetadata = {
            var settings = EncodeSettings()
            settings.embedded.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            return settings
        }()
    }

    /// Returns the pictures of a request by the codecs of the program, and by a worker's.
    func postersOfBoth(_ request: ImageRequest) async throws -> [Bitmap] {
        var posters: [Bitmap] = []
        for codecs in [CodecList.installed, try await sandboxedCodecs()] {
            var pipeline = ImagePipeline(transport: nil, disk: nil)
            pipeline.codecs = codecs
            posters.append(try await pipeline.image(for: request).image.poster)
        }
        return posters
    }
#endif
