#if AVIF
    import Foundation
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// The work and memory of a file are counted by its AV1 streams, before one is decoded.
    struct AVIFWorkTests {
        @Test(arguments: [64, 65])
        func `a stream may be 64 pixels larger than its item claims`(surplus: Int) throws {
            let cell = try ItemFile.stream(of: encode(picture(256, 192)))
            let claims = [
                PixelSize(width: 256 - surplus, height: 192),
                PixelSize(width: 256, height: 192 - surplus),
            ]
            for claim in claims {
                var file = ItemFile(items: [.init(claim: claim, parts: [cell.data])])
                file.configuration = cell.configuration
                try expect(isRefused: surplus > 64) { try decode(file.file) }
            }
        }

        @Test(arguments: [true, false])
        func `the streams of all cells are counted`(areDescribed: Bool) throws {
            // Each cell claims a quarter of its stream, so that all together reach the limit
            // exactly: 40 × 20 cells of three samples a pixel, eight for each pixel allowed.
            let settings = EncodeSettings(effort: 1, chroma: ChromaSubsampling.none)
            let cell = try ItemFile.stream(of: encode(picture(128, 128), settings))
            var file = ItemFile.grid(
                40, 20, of: cell, claim: PixelSize(width: 64, height: 64),
                canvas: PixelSize(width: 2558, height: 1280))
            // libavif before 1.0 needs the configuration of the first cell only.
            for place in 2..<file.items.count { file.items[place].hasConfiguration = areDescribed }
            let most = 40 * 20 * 128 * 128 * 3 / 8
            for maxPixels in [most, most - 1] {
                let limits = DecodeLimits(maxPixels: maxPixels)
                if areDescribed || maxPixels < most || PlaneFile.isBeforeVersion1 {
                    try expect(isRefused: maxPixels < most) { try metadata(file.file, limits) }
                } else {
                    #expect { try metadata(file.file, limits) } throws: {
                        if case .damaged? = $0 as? CodecError { true } else { false }
                    }
                }
            }
        }

        @Test(arguments: [ChromaSubsampling.both, .none])
        func `cells of different subsampling are refused`(second: ChromaSubsampling) throws {
            let size = PixelSize(width: 128, height: 128)
            let streams = try [.both, second].map { chroma in
                let settings = EncodeSettings(effort: 1, chroma: chroma)
                return try ItemFile.stream(of: encode(Scene.photograph(size: size), settings))
            }
            var file = ItemFile.grid(
                2, 1, of: streams[0], claim: size, canvas: PixelSize(width: 256, height: 128))
            file.items[2] = .init(claim: size, parts: [streams[1].data])
            if second == .both {
                try decode(file.file)
            } else {
                #expect(throws: CodecError.self) { try decode(file.file) }
            }
        }

        @Test(arguments: [
            // Four cells of 1.5 bytes a pixel, a canvas of two, and the bitmap.
            (2, 2, 256, 4 * 98304 + 262144 * 6),
            // At most 16 decoders count.
            (3, 6, 64, 18 * 6144 + 2 * 400_000 + 73728 * 6),
        ])
        func `the memory of all cells is counted`(
            columns: Int, rows: Int, side: Int, bytes: Int
        ) throws {
            let cell = try ItemFile.stream(of: encode(picture(side, side)))
            let file = ItemFile.grid(
                columns, rows, of: cell, claim: PixelSize(width: side, height: side),
                canvas: PixelSize(width: columns * side, height: rows * side))
            for most in [bytes, bytes - 1] {
                let limits = DecodeLimits(maxBytes: most)
                try expect(isRefused: most < bytes) {
                    try decode(file.file, DecodeOptions(limits: limits))
                }
            }
        }

        @Test(arguments: [false, true])
        func `alpha is counted like colours`(isCellwise: Bool) throws {
            // A picture of 2048 by 2048 pixels of one and a half samples: five frames are allowed.
            let size = PixelSize(width: 2048, height: 2048)
            let stream = AV1Units.sequence(size) + Self.frames(3)
            for count in [2, 3] {
                let alpha = AV1Units.sequence(size) + Self.frames(count)
                var file = ItemFile(items: [
                    .init(claim: size, parts: [stream]),
                    .init(claim: size, parts: [alpha], isAlpha: true),
                ])
                file.references = [("auxl", 2, [1])]
                if isCellwise {
                    file.items.insert(.init(kind: "grid", claim: size, parts: [[]]), at: 0)
                    file.references = [("dimg", 1, [2]), ("auxl", 3, [2])]
                }
                try expect(isRefused: count > 2) {
                    try metadata(file.file, DecodeLimits(maxPixels: size.area), isOnlyCounted: true)
                }
            }
        }

        @Test(arguments: [5, 6])
        func `every frame of a still is counted, hidden ones too`(count: Int) throws {
            let size = PixelSize(width: 2048, height: 1024)
            let stream = AV1Units.sequence(size) + Self.frames(count)
            let file = ItemFile(items: [.init(claim: size, parts: [stream])]).file
            try expect(isRefused: count > 5) {
                try metadata(file, DecodeLimits(maxPixels: size.area))
            }
        }

        @Test(arguments: [11, 12])
        func `a frame with a size of its own counts as large as that can be`(bits: Int) throws {
            // 64 by 64 pixels, or up to 2048 and 4096 in each frame.
            let size = PixelSize(width: 64, height: 64)
            let stream =
                AV1Units.sequence(size, sideBits: bits) + AV1Units.frame(hasOwnSize: true)
            let file = ItemFile(items: [.init(claim: size, parts: [stream])]).file
            try expect(isRefused: bits > 11) {
                try metadata(file, DecodeLimits(maxPixels: size.area))
            }
        }

        @Test(arguments: [0, 1], [false, true])
        func `a second header is found wherever it stands`(method: Int, isSplit: Bool) throws {
            let claim = PixelSize(width: 64, height: 64)
            let small = AV1Units.sequence(claim) + AV1Units.frame()
            let large = AV1Units.sequence(PixelSize(width: 8192, height: 8192))
            let cut = small.count + 3
            let whole = small + large
            let parts = isSplit ? [Array(whole[..<cut]), Array(whole[cut...])] : [whole]
            let file = ItemFile(items: [.init(claim: claim, parts: parts, method: method)])
            try expect(isRefused: true) { try metadata(file.file) }
            let sound = ItemFile(items: [.init(claim: claim, parts: [small], method: method)])
            try expect(isRefused: false) { try metadata(sound.file) }
        }

        @Test(
            arguments: [
                ItemFile.Item(kind: "av01", claim: small, parts: [], hasConfiguration: false),
                ItemFile.Item(kind: "", claim: small, parts: []),
            ], [("dimg", 1, [2, 3]), ("auxl", 3, [2])])
        func `cells and alpha are checked without a description`(
            item: ItemFile.Item, reference: (String, Int, [Int])
        ) throws {
            for size in [Self.small, Self.large] {
                var item = item
                item.parts = [AV1Units.sequence(size) + AV1Units.frame()]
                var file = ItemFile(items: [
                    .init(kind: "grid", claim: Self.small, parts: [[]]),
                    .init(
                        claim: Self.small, parts: [AV1Units.sequence(Self.small) + AV1Units.frame()]
                    ),
                    item,
                ])
                file.references = [reference]
                try expect(isRefused: size == Self.large) {
                    try metadata(file.file, isOnlyCounted: true)
                }
            }
        }

        @Test(arguments: [
            (("thmb", 2, [1]), small), (("auxl", 2, [1]), large), (("dimg", 1, [2]), large),
        ])
        func `items apart from the one to show do not widen the decoder's limit`(
            reference: (String, Int, [Int]), largest: PixelSize
        ) throws {
            var file = ItemFile(
                items: [Self.small, Self.large].map { size in
                    .init(claim: size, parts: [AV1Units.sequence(size) + AV1Units.frame()])
                })
            file.references = [reference]
            let streams = try file.file.withSpan { bytes throws(CodecError) in
                try AVIFStreams(bytes, limits: DecodeLimits())
            }
            #expect(streams.largest == largest)
        }

        @Test func `parts of items are not copied together beyond the file's size`() throws {
            let claim = PixelSize(width: 64, height: 64)
            let stream = AV1Units.sequence(claim) + AV1Units.frame()
            // The second unit is long, and is skipped.
            let parts = [stream, AV1Units.unit(15, Array(repeating: 0, count: 120))]
            for count in [2, 40] {
                var file = ItemFile(items: [.init(claim: claim, parts: parts)])
                let twin = ItemFile.Item(claim: claim, parts: [], twin: 1)
                file.items += Array(repeating: twin, count: count - 1)
                try expect(isRefused: count > 2) { try metadata(file.file) }
            }
        }

        @Test(arguments: [10_000, 10_001])
        func `more than ten thousand items are refused`(count: Int) throws {
            let claim = PixelSize(width: 64, height: 64)
            var file = ItemFile(items: [
                .init(claim: claim, parts: [AV1Units.sequence(claim) + AV1Units.frame()])
            ])
            let twin = ItemFile.Item(kind: "test", claim: claim, parts: [], twin: 1)
            file.items += Array(repeating: twin, count: count - 1)
            try expect(isRefused: count > 10_000) { try metadata(file.file) }
        }

        @Test(arguments: [9_999, 10_000])
        func `items without a place count too`(strays: Int) throws {
            let stream = AV1Units.sequence(Self.small) + AV1Units.frame()
            var file = ItemFile(items: [.init(claim: Self.small, parts: [stream])])
            file.strays = strays
            try expect(isRefused: strays == 10_000) { try metadata(file.file) }
        }

        @Test(.enabled(if: Self.hasReproducers, "the reproducers are not there"))
        func `small files of huge streams are refused`() throws {
            for name in ["lie", "grid4", "grid16", "grid256"] {
                let file = ByteBlock(
                    copying: try Data(contentsOf: Self.reproducers.appending(path: "\(name).avif")))
                try expect(isRefused: true) { try decode(file) }
            }
        }

        private static let reproducers = Corpus.folder.deletingLastPathComponent()
            .appending(path: "acceptance/security")
        private static let hasReproducers = FileManager.default.fileExists(
            atPath: reproducers.appending(path: "lie.avif").path())

        private static let small = PixelSize(width: 64, height: 64)
        private static let large = PixelSize(width: 4096, height: 4096)

        private static func frames(_ count: Int) -> [UInt8] {
            (0..<count).flatMap { _ in AV1Units.frame() }
        }

        private func picture(_ width: Int, _ height: Int) -> Bitmap {
            Scene.photograph(size: PixelSize(width: width, height: height))
        }
    }

    /// Expects a rejection by the limits, or none; other errors in the file don't matter.
    func expect(
        isRefused: Bool, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) throws {
        if isRefused {
            #expect(sourceLocation: sourceLocation) {
                try body()
            } throws: {
                isLimit($0)
            }
        } else {
            #expect(throws: Never.self, sourceLocation: sourceLocation) { try body() }
        }
    }

    /// Reads the headers of a file.
    ///
    /// - Parameter isOnlyCounted: `true` to ignore errors other than exceeded limits.
    func metadata(
        _ file: ByteBlock, _ limits: DecodeLimits = DecodeLimits(), isOnlyCounted: Bool = false
    ) throws {
        do throws(CodecError) {
            _ = try file.withSpan { bytes throws(CodecError) in
                try AVIFDecoder().metadata(of: bytes, limits: limits)
            }
        } catch {
            if isLimit(error) || !isOnlyCounted { throw error }
        }
    }
#endif
