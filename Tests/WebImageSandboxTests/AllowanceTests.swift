#if Sandbox && os(Linux)
    import Foundation
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// A worker that takes all it may gets what its kind of work allows.
    @Suite struct AllowanceTests {
        private let allowances = WorkerAllowances()

        /// Returns the number in the error of an attack.
        private func number(
            _ work: @escaping @Sendable () throws -> Void
        ) async -> Int? {
            do {
                try await blocking.run { try work() }
                return nil
            } catch CodecError.unsupported(_, let text), CodecError.encoding(_, let text) {
                return Int(text)
            } catch {
                Issue.record("\(error)")
                return nil
            }
        }

        /// Returns `true` if so much is all that an allowance has; an input may be copied besides.
        private func isAll(
            _ bytes: Int?, of allowance: WorkerAllowance, copy: Int = 4 << 20
        ) -> Bool {
            guard let bytes else { return false }
            return (allowance.memory - (32 << 20)...allowance.memory + copy).contains(bytes)
        }

        @Test func `a header has less than 256 MB of both memories`() async throws {
            let header = allowances.header
            #expect(header.memory + header.sharedMemory < 256 << 20)
            let decoder = try await sandboxedCodecs().decoder(for: .attack)
            // The limits that check numbers decide nothing of the process.
            var limits = DecodeLimits.within(.seconds(20))
            (limits.maxBytes, limits.maxPixels) = (1 << 45, 1 << 40)
            let taken = await number { [limits] in
                _ = try Attack.fill.bytes().withSpan {
                    try decoder.metadata(of: $0, limits: limits)
                }
            }
            #expect(isAll(taken, of: header, copy: 0), "\(taken ?? 0)")
        }

        @Test func `a picture has the memory of decoding`() async throws {
            let decoder = try await sandboxedCodecs().decoder(for: .attack)
            var limits = DecodeLimits.within(.seconds(20))
            limits.maxBytes = 1 << 45
            let taken = await number { [limits] in
                _ = try Attack.fill.bytes().withSpan {
                    try decoder.decode($0, options: DecodeOptions(limits: limits))
                }
            }
            #expect(isAll(taken, of: allowances.decoding), "\(taken ?? 0)")
        }

        @Test func `a document has the memory of documents, and its header that of headers`()
            async throws
        {
            let bytes = ByteBlock(copying: Array("document".utf8))
            // A worker keeps what it took, so that each has its own.
            let drawing = try await sandboxedCodecs().decoder(for: .attackDocument)
            let drawn = await number {
                _ = try bytes.withSpan { try drawing.decode($0, options: DecodeOptions()) }
            }
            #expect(isAll(drawn, of: allowances.document), "\(drawn ?? 0)")
            let other = try await sandboxedCodecs().decoder(for: .attackDocument)
            let cleaner = try #require(other as? any DocumentCleaning)
            let cleaned = await number {
                _ = try bytes.withSpan { try cleaner.cleaned($0, limits: DecodeLimits()) }
            }
            #expect(isAll(cleaned, of: allowances.document), "\(cleaned ?? 0)")
            let reader = try await sandboxedCodecs().decoder(for: .attackDocument)
            let header = await number {
                _ = try bytes.withSpan { try reader.metadata(of: $0, limits: DecodeLimits()) }
            }
            #expect(isAll(header, of: allowances.header, copy: 0), "\(header ?? 0)")
        }

        @Test func `an encoder has the memory of encoding`() async throws {
            let encoder = try await sandboxedCodecs(encodes: true).encoder(for: .attack)
            let taken = await number {
                _ = try encoder.encode(
                    Bitmap(size: PixelSize(AttackEncoder.fill, 1)), settings: EncodeSettings())
            }
            #expect(isAll(taken, of: allowances.encoding), "\(taken ?? 0)")
        }

        @Test func `no memory of results is larger than the work allows`() async throws {
            let codecs = try await sandboxedCodecs()
            let count = Int64(allowances.decoding.sharedMemory) + 1
            let packet = [3] + withUnsafeBytes(of: count.littleEndian) { Array($0) }
            var limits = DecodeLimits.within(.seconds(20))
            limits.maxBytes = 1 << 45
            #expect(
                try await codecs.end(of: Attack.packet.bytes(packet), limits: limits) == .memory)
        }

        @Test func `a header has no more time than its work allows`() async throws {
            var allowances = allowances
            allowances.header.time = .milliseconds(300)
            let decoder = try await sandboxedCodecs(allowances: allowances).decoder(for: .attack)
            let limits = DecodeLimits.within(.seconds(3600))
            let error = await #expect(throws: CodecError.self) {
                try await blocking.run {
                    _ = try Attack.spin.bytes().withSpan {
                        try decoder.metadata(of: $0, limits: limits)
                    }
                }
            }
            // On a busy machine the clock is first.
            #expect(
                error == .workerEnded(.attack, .time(.milliseconds(300)))
                    || error == .workerEnded(.attack, .wait(.milliseconds(600))))
        }

        @Test func `an encoder takes its own threads, and none of another one`() async throws {
            let worker = try BuiltProgram.path(of: "webimage-decoder")
            let hasOwn = try SandboxReport.make(worker: worker).layers.contains(.ownUser)
            let codecs = try await sandboxedCodecs(encodes: true, isolation: .perSource)
            let encoder = try codecs.encoder(for: .attack)
            let bitmap = Bitmap(size: PixelSize(AttackEncoder.threads, 1))
            for source in 0..<3 {
                // Encoders that embed metadata are by source; those of the first stay.
                let work: @Sendable () throws -> Void = {
                    _ = try PictureSource.named("\(source)") {
                        try encoder.encode(bitmap, settings: .withMetadata)
                    }
                }
                if hasOwn {
                    #expect(await number(work) == allowances.encoding.threads - 1)
                } else {
                    // The program counts them, and ends the worker.
                    let error = await #expect(throws: CodecError.self) {
                        try await blocking.run { try work() }
                    }
                    #expect(error == .workerEnded(.attack, .violation))
                }
            }
        }

        @Test func `the article has the table of allowances`() throws {
            let article = try String(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(
                        path: "../../Sources/Library/WebImage/WebImage.docc/Guides/Sandbox.md"),
                encoding: .utf8)
            for work in WorkerClass.allCases {
                let allowance = allowances[work]
                let row =
                    "| `\(work.rawValue)` | \(allowance.memory >> 20) MB "
                    + "| \(allowance.sharedMemory >> 20) MB | \(allowance.threads) "
                    + "| \(allowance.time.components.seconds) s |"
                #expect(article.contains(row), "\(row)")
            }
        }
    }
#endif
