#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGIncrementalTests {
        /// One file of each kind.
        enum Sample: CaseIterable {
            case still, interlaced, palette, animation, hidden, late, profile

            func bytes() throws -> ByteBlock {
                switch self {
                case .still: try encode(scene(37, 29))
                case .interlaced: try encode(scene(37, 29), EncodeSettings(isProgressive: true))
                case .palette: try encode(scene(37, 29, .gray))
                case .animation: WebImagePNGTests.animation().block
                case .hidden: WebImagePNGTests.animation(hidden: scene(12, 10, .color)).block
                case .late:
                    try encode(scene(37, 29)).inserting(
                        chunk("eXIf", exif(orientation: 6)), beforeEnd: true)
                case .profile:
                    try encode(scene(9, 9)).inserting(
                        chunk("iCCP", Array("p".utf8) + [0, 0] + stored(plainProfile())))
                }
            }
        }

        @Test(arguments: Sample.allCases, [1, 7, 61, 997, 1 << 20])
        func `fed in any pieces it is the picture decoded at once`(
            sample: Sample, size: Int
        ) throws {
            let bytes = try sample.bytes()
            for (options, inflater) in product([DecodeOptions(), shown(10, 8)]) {
                let output = try decode(bytes, piece: size, options, inflater: inflater)
                let expected = try decode(bytes, options)
                #expect(output.bitmap == expected.bitmap)
                #expect(output.bitmap.isOpaque == expected.bitmap.isOpaque)
                #expect(output.metadata == expected.metadata)
                #expect(output.color.profile == expected.color.profile)
            }
        }

        @Test(arguments: Sample.allCases)
        func `missing bytes are truncation`(sample: Sample) throws {
            let whole = try sample.bytes().array
            let last = try #require(
                whole.indices.last { whole[$0...].starts(with: "IDAT".utf8) })
            let length = whole[(last - 4)..<last].reduce(0) { $0 << 8 | Int($1) }
            for count in stride(from: 0, to: last + 4 + length, by: max(whole.count / 40, 1)) {
                #expect {
                    try decode(ByteBlock(copying: whole.prefix(count)), piece: 50)
                } throws: { error in
                    if case CodecError.truncated(.png, _) = error { true } else { false }
                }
            }
        }

        @Test(arguments: Sample.allCases, [false, true])
        func `looking does not change what comes out`(sample: Sample, isSmall: Bool) throws {
            let bytes = try sample.bytes()
            let options = isSmall ? shown(10, 8) : DecodeOptions()
            let session = PNGDecoder().makeSession(options: options)
            var revision = 0
            for piece in bytes.pieces(of: 23) {
                try piece.withSpan { (span) throws(CodecError) in try session.append(span) }
                #expect(session.revision >= revision)
                revision = session.revision
                let preview = try session.preview()
                #expect((preview != nil) == (revision > 0))
            }
            #expect(try session.finish().bitmap == decode(bytes, options).bitmap)
        }

        @Test func `rows are shown as they come`() throws {
            let picture = scene(64, 64, .color)
            let bytes = file(picture)
            let session = PNGDecoder().makeSession(options: DecodeOptions())
            try bytes.prefix(bytes.count / 2).withSpan { (span) throws(CodecError) in
                try session.append(span)
            }
            let preview = try #require(try session.preview())
            #expect(preview.bitmap[60, 10] == picture[60, 10])
            #expect(preview.bitmap[0, 60] == SIMD4(0, 0, 0, 0) && !preview.bitmap.isOpaque)
            #expect(preview.metadata.size == picture.size)
        }

        @Test func `early passes are spread over the whole picture`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 96, height: 64))
            let bytes = try encode(picture, EncodeSettings(isProgressive: true))
            let session = PNGDecoder().makeSession(options: DecodeOptions())
            var errors: [Double] = []
            for piece in bytes.pieces(of: bytes.count / 8 + 1) {
                try piece.withSpan { (span) throws(CodecError) in try session.append(span) }
                if let preview = try session.preview()?.bitmap {
                    errors.append(ImageComparison(preview, picture).mean)
                }
            }
            #expect(errors.count == 8 && errors[0] < 40 && errors[7] == 0)
            #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 >= $1 })
        }

        @Test(arguments: [false, true])
        func `complete frames of an APNG can be played while more arrive`(hides: Bool) throws {
            let builder = animation(hidden: hides ? scene(12, 10, .color) : nil)
            let seen = try arrivingFrames(of: builder.block, by: PNGDecoder(), chunk: 9)
            #expect(seen.map(\.count) == Array(2..<builder.composed.count))
            #expect(seen.allSatisfy { $0.areEqual })
        }

        @Test func `damage is told when it arrives`() throws {
            var bytes = try encode(scene(40, 40)).array
            let range = try #require(bytes.chunk("IDAT"))
            bytes[range.lowerBound + 2] = 0xFF
            let block = ByteBlock(copying: bytes)
            #expect(throws: CodecError.self) { try decode(block, piece: 40) }
        }

        private func product(_ options: [DecodeOptions]) -> [(DecodeOptions, PNGInflater)] {
            options.flatMap { option in PNGInflater.installed.map { (option, $0) } }
        }
    }

    extension ByteBlock {
        /// Returns the bytes in pieces of `size`.
        func pieces(of size: Int) -> [ByteBlock] {
            let bytes = array
            return stride(from: 0, to: bytes.count, by: size).map {
                ByteBlock(copying: bytes[$0..<min($0 + size, bytes.count)])
            }
        }
    }
#endif
