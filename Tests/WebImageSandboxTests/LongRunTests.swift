#if Sandbox && os(Linux)
    import Foundation
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage

    /// Runs of many pictures, for `make check-full`: `WEBIMAGE_LONG_RUNS` is set.
    @Suite(.serialized, .enabled(if: LongRun.isWanted)) struct LongRunTests {
        @Test(.enabled(if: Corpus.isAvailable))
        func damagedPicturesEndNothingButTheirWorker() async throws {
            let codecs = try await sandboxedCodecs()
            let files = try Corpus.all.map { try $0.load() }.filter { $0.count < 200_000 }
            try #require(!files.isEmpty)
            let intact = Bitmap(size: PixelSize(9, 9))
            let png = try codecs.encoder(for: .png).encode(intact, settings: EncodeSettings())
            let counts = try await LongRun.each(in: 0..<10_000) { number in
                var numbers = SplitMix(seed: UInt64(number))
                var bytes = files[Int(numbers.next() % UInt64(files.count))].withUnsafeBytes {
                    Array($0)
                }
                for _ in 0..<(1 + numbers.next() % 8) where !bytes.isEmpty {
                    bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(
                        truncatingIfNeeded: numbers.next())
                }
                return LongRun.outcome(of: ByteBlock(copying: bytes), by: codecs)
            }
            print("10,000 damaged pictures:", counts)
            #expect(LongRun.outcome(of: png, by: codecs) == "decoded")
        }
    }

    /// Many decodes on two threads.
    enum LongRun {
        static let isWanted = ProcessInfo.processInfo.environment["WEBIMAGE_LONG_RUNS"] != nil

        /// Runs `body` for each number; returns the results and their counts.
        static func each(
            in numbers: Range<Int>, _ body: @escaping @Sendable (Int) -> String
        ) async throws -> [String: Int] {
            try await withThrowingTaskGroup(of: [String: Int].self) { group in
                for lane in 0..<2 {
                    group.addTask {
                        var counts: [String: Int] = [:]
                        for number in numbers where number % 2 == lane {
                            counts[body(number), default: 0] += 1
                        }
                        return counts
                    }
                }
                return try await group.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
            }
        }

        /// Decodes into 64x64; returns the kind of the result.
        static func outcome(of bytes: ByteBlock, by codecs: CodecList) -> String {
            let image = codecs.recognizing(EncodedImage(bytes))
            guard let format = image.format, let decoder = try? codecs.decoder(for: format) else {
                return "no picture"
            }
            do throws(CodecError) {
                let options = DecodeOptions(downsampling: Downsampling(box: PixelSize(64, 64)))
                _ = try bytes.withSpan { bytes throws(CodecError) in
                    try decoder.decode(bytes, options: options)
                }
                return "decoded"
            } catch {
                guard case .workerEnded(_, let end) = error else { return "error" }
                return "worker ended: \(end)"
            }
        }
    }

    /// Numbers that a seed determines (Steele, Lea and Flood, 2014).
    private struct SplitMix {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
#endif
