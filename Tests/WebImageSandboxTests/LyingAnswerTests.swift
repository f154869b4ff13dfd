#if Sandbox && os(Linux)
    import SandboxAttacks
    import Testing
    import WebImage

    /// Answers as `Documentation/decoder-protocol.md` describes them, with a lie in one field.
    @Suite struct LyingAnswerTests {
        /// The fields of an answer to a decode: a name and the bytes.
        private static let honest: [(name: String, bytes: [UInt8])] = [
            ("status", [1]), ("width", word(2)), ("height", word(2)), ("deep", [0]),
            ("bits", [8]), ("headroom", word(Int64(bitPattern: 1.0.bitPattern))),
            ("colour space", [0]), ("opaque", [1]), ("scaled", [0]),
            ("file width", word(2)), ("file height", word(2)),
            ("orientation", [1]), ("alpha", [0]), ("frames", word(1)), ("pages", word(1)),
            ("durations", word(0)), ("plays", [0]), ("description", [0]), ("density", [0]),
            ("exif", [0]), ("vector", [0]), ("truncated", [0]), ("light", [0]),
            ("colors", [1] + word(1) + word(13)),
        ]

        private static func word(_ value: Int64) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }

        private static let lies: [(field: String, bytes: [UInt8])] = {
            var lies: [(String, [UInt8])] = []
            for (name, bytes) in honest where bytes.count == 8 {
                for value in [-1, .min, .max, 1 << 32, 1 << 31] as [Int64] {
                    lies.append((name, word(value)))
                }
            }
            for name in ["status", "colour space", "orientation"] {
                for value in [UInt8(0), 9, 255] where name != "colour space" || value > 0 {
                    lies.append((name, [value]))
                }
            }
            for name in [
                "opaque", "scaled", "alpha", "plays", "description", "density", "exif", "vector",
                "light",
            ] {
                lies.append((name, [2]))
            }
            // Neither deep pixels nor light were asked for.
            lies += [
                ("deep", [1]), ("deep", [2]), ("deep", [3]), ("light", [1] + word(1 << 40)),
                ("headroom", word(Int64(bitPattern: 2.0.bitPattern))), ("bits", [0]), ("bits", [7]),
                ("bits", [9]), ("bits", [16]),
            ]
            lies += [
                ("width", word(0)), ("height", word(0)),
                ("height", word(1_000_000)), ("width", word(1_000_000)), ("frames", word(0)),
                ("pages", word(0)),
                ("durations", word(100_001)), ("plays", [1] + word(-5)),
                ("description", [1, 255, 255]), ("exif", [1] + word(1 << 32)),
                ("exif", [1] + word(5 << 20)), ("colors", [0] + word(1 << 40)),
                ("colors", [0] + word(4 << 20)), ("colors", [0, 0]), ("colors", []),
                ("colors", [1] + word(0) + word(13)), ("colors", [1] + word(1) + word(256)),
                ("colors", [2]),
                ("status", [3] + word(1 << 40)), ("status", [3] + word(-1)),
            ]
            return lies
        }()

        private func packet(_ field: String, _ bytes: [UInt8]) -> [UInt8] {
            Self.honest.flatMap { $0.name == field ? bytes : $0.bytes }
        }

        @Test func anHonestAnswerIsAccepted() async throws {
            let codecs = try await sandboxedCodecs()
            let output = try await codecs.decode(Attack.packet.bytes(packet("", [])))
            #expect(output.bitmap.size == PixelSize(2, 2))
        }

        @Test func lastingPixelsDoNotChangeBehindTheAnswer() async throws {
            let codecs = try await sandboxedCodecs()
            let output = try await codecs.decode(Attack.packet.bytes(packet("", [])))
            // A copy of the bitmap would share the memory that must not change.
            let before = output.bitmap[1, 1]
            for _ in 0..<1000 { #expect(output.bitmap[1, 1] == before) }
        }

        @Test func eachLieEndsTheWorker() async throws {
            let codecs = try await sandboxedCodecs()
            let limits = DecodeLimits.within(.seconds(2))
            for (field, bytes) in Self.lies {
                let end = try await codecs.end(
                    of: Attack.packet.bytes(packet(field, bytes)), limits: limits)
                switch end {
                case .answer: break
                // A memory for results that is larger than any may be.
                case .memory where bytes.first == 3: break
                default: Issue.record("\(field) as \(bytes): \(String(describing: end))")
                }
            }
        }

        @Test(arguments: [Int64(1), 2])
        func pixelsThatAreScaledHaveTheSizeOfTheResult(width: Int64) async throws {
            let codecs = try await sandboxedCodecs()
            let answer = Self.honest.flatMap { name, bytes in
                name == "scaled" ? [1] : name == "width" ? Self.word(width) : bytes
            }
            let packet = Attack.packet.bytes(answer)
            guard width == 2 else {
                let limits = DecodeLimits.within(.seconds(2))
                guard case .answer = try await codecs.end(of: packet, limits: limits) else {
                    return #expect(Bool(false))
                }
                return
            }
            #expect(try await codecs.decode(packet).bitmap.size == PixelSize(2, 2))
        }

        /// The program would scale the pixels of a drawing up to the box.
        @Test func aVectorIsRefusedForALargeBox() async throws {
            let bytes = Attack.packet.bytes(packet("vector", [1]))
            // A worker of its own each, since this one writes to the memory for ever.
            func outcome(box: PixelSize?) async throws -> Result<PixelSize, CodecError> {
                let decoder = try await sandboxedCodecs().decoder(for: .attack)
                let options = DecodeOptions(
                    limits: .within(.seconds(2)), downsampling: Downsampling(box: box))
                return await blocking.run {
                    Result { () throws(CodecError) in
                        try bytes.withSpan { bytes throws(CodecError) in
                            try decoder.decode(bytes, options: options).bitmap.size
                        }
                    }
                }
            }
            #expect(try await outcome(box: nil) == .success(PixelSize(2, 2)))
            let large = try await outcome(box: PixelSize(100_000, 100_000))
            guard case .failure(.workerEnded(_, .answer)) = large else {
                Issue.record("\(large)")
                return
            }
        }

        @Test func anyCutOfAnAnswerEndsTheWorker() async throws {
            let codecs = try await sandboxedCodecs()
            let whole = packet("", [])
            for count in 1..<whole.count {
                let end = try await codecs.end(of: Attack.packet.bytes(Array(whole.prefix(count))))
                guard case .answer = end else {
                    Issue.record("\(count) bytes: \(String(describing: end))")
                    continue
                }
            }
        }

        @Test(arguments: [1, 2, 3] as [UInt64])
        func randomAnswersAreHarmless(seed: UInt64) async throws {
            let codecs = try await sandboxedCodecs()
            var state = seed
            for _ in 0..<100 {
                var packet = packet("", [])
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    packet[Int(state >> 33) % packet.count] = UInt8(truncatingIfNeeded: state >> 40)
                }
                // A picture or an error, never the end of this process.
                _ = try? await codecs.decode(
                    Attack.packet.bytes(packet), limits: .within(.milliseconds(200)))
            }
        }
    }
#endif
