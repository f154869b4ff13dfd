#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Sizes, drawing at any size, and incomplete documents.
    struct SVGDecoderTests {
        private static let card = """
            <rect width="50%" height="100%" fill="#f00"/>\
            <circle cx="75" cy="25" r="20" fill="#00f" fill-opacity="0.5"/>
            """

        @Test(arguments: [
            (#"width="100" height="50""#, 100, 50),
            (#"width="1in" height="25.4mm""#, 96, 96),
            (#"width="72pt" height="6pc""#, 96, 96),
            (#"viewBox="0 0 30 40""#, 30, 40),
            (#"width="60" viewBox="0 0 30 40""#, 60, 80),
            (#"height="20" viewBox="0 0 30 40""#, 15, 20),
            (#"width="50%" height="50%" viewBox="0 0 30 40""#, 15, 20),
            (#"width="10.4" height="10.6""#, 10, 11),
        ])
        func `the size is in CSS pixels`(root: String, width: Int, height: Int) throws {
            let metadata = try metadata(of: svg(root, Self.card))
            #expect(metadata.size == PixelSize(width: width, height: height))
            #expect(metadata.isVector && metadata.hasAlpha && metadata.frameCount == 1)
        }

        @Test func `a picture without any size is as large as what it draws`() throws {
            let text = svg("", #"<rect x="10" y="5" width="40" height="30"/>"#)
            #expect(try metadata(of: text).size == PixelSize(width: 50, height: 35))
        }

        @Test func `colours are multiplied by alpha`() throws {
            let bitmap = try decode(svg(#"width="100" height="50""#, Self.card)).bitmap
            #expect(bitmap[10, 25] == SIMD4(0, 0, 255, 255))
            let half = bitmap[75, 25]
            #expect(half.x == half.w && (127...129).contains(half.w) && half.y == 0)
            #expect(bitmap[99, 0] == SIMD4(0, 0, 0, 0))
        }

        @Test(arguments: [
            (PixelSize(width: 400, height: 400), Fit.fit, 400, 200),
            (PixelSize(width: 400, height: 400), Fit.fill, 800, 400),
            (PixelSize(width: 30, height: 70), Fit.stretch, 30, 70),
            (PixelSize(width: 0, height: 20), Fit.fit, 40, 20),
        ])
        func `it is drawn as large as it is asked for`(
            box: PixelSize, fit: Fit, width: Int, height: Int
        ) throws {
            let output = try decode(
                svg(#"width="100" height="50""#, Self.card),
                DecodeOptions(downsampling: Downsampling(box: box, fit: fit)))
            #expect(output.bitmap.size == PixelSize(width: width, height: height))
            #expect(output.metadata.size == PixelSize(width: 100, height: 50))
            // Enlarged, an edge is at most one pixel wide.
            let (middle, row) = (width / 2, height / 2)
            #expect(output.bitmap[middle - 2, row] == SIMD4(0, 0, 255, 255))
            #expect(output.bitmap[middle + 1, row].z == 0)
        }

        @Test func `gzip is inflated first`() throws {
            // printf '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>' | gzip -9n
            let gzip: [UInt8] = try #require(Self.bytes(hex: Self.gzipped))
            let metadata = try ByteBlock(copying: gzip).withSpan { span throws(CodecError) in
                try SVGDecoder(inProcess: true).metadata(of: span, limits: DecodeLimits())
            }
            #expect(metadata.size == PixelSize(width: 7, height: 5))
            for length in 2..<gzip.count {
                #expect(throws: CodecError.self) {
                    try ByteBlock(copying: gzip[..<length]).withSpan { span throws(CodecError) in
                        try SVGDecoder(inProcess: true).metadata(of: span, limits: DecodeLimits())
                    }
                }
            }
        }

        @Test func `truncated text is refused at every length`() {
            let text = Array(svg(#"width="100" height="50""#, Self.card).utf8)
            for length in 0..<text.count {
                #expect(throws: CodecError.self) { try decode(bytes: Array(text[..<length])) }
            }
        }

        @Test func `limits hold for the size it is drawn at`() throws {
            let huge = svg(#"width="1000000000" height="1000000000""#, Self.card)
            let box = Downsampling(box: PixelSize(width: 10, height: 10))
            let small = try decode(huge, DecodeOptions(downsampling: box))
            #expect(small.bitmap.size == PixelSize(width: 10, height: 10))
            let limits = DecodeLimits(maxPixels: 99)
            #expect(throws: CodecError.self) {
                try decode(huge, DecodeOptions(limits: limits, downsampling: box))
            }
        }

        @Test(arguments: [
            (30000, 20000, DecodeLimits(maxPixels: 600), 30, 20),
            (2_000_000, 1000, DecodeLimits(), 32767, 16),
            (20000, 10000, DecodeLimits(), 5792, 2896),
            (3, 1_000_000_000, DecodeLimits(), 1, 32767),
            (3, 1_000_000_000, DecodeLimits(maxPixels: 600), 1, 600),
        ])
        func `a size beyond the limits is scaled into them`(
            width: Int, height: Int, limits: DecodeLimits, scaledWidth: Int, scaledHeight: Int
        ) throws {
            let text = svg(
                #"width="\#(width)" height="\#(height)""#,
                ##"<rect width="50%" height="100%" fill="#00f"/>"##)
            let size = PixelSize(width: scaledWidth, height: scaledHeight)
            let output = try decode(text, DecodeOptions(limits: limits))
            #expect(output.bitmap.size == size && output.metadata.size == size)
            #expect(output.bitmap[scaledWidth / 4, scaledHeight / 2].x > 100)
            #expect(output.bitmap[scaledWidth - 1, scaledHeight / 2].x < 130)
        }

        @Test func `a cancelled task draws nothing`() async {
            let text = svg(#"width="100" height="50""#, Self.card)
            let task = Task { () -> Result<DecodeOutput, CodecError> in
                withUnsafeCurrentTask { $0?.cancel() }
                do throws(CodecError) { return .success(try decode(text)) } catch {
                    return .failure(error)
                }
            }
            let result = await task.value
            #expect(throws: CodecError.cancelled) { try result.get() }
        }

        @Test func `documents of strangers are refused in the process`() throws {
            let bytes = ByteBlock(copying: svg(#"width="9" height="9""#, Self.card).utf8)
            let refuser = SVGDecoder()
            let errors = [
                #expect(throws: CodecError.self) {
                    try bytes.withSpan { span throws(CodecError) in
                        _ = try refuser.metadata(of: span, limits: DecodeLimits())
                    }
                },
                #expect(throws: CodecError.self) {
                    try bytes.withSpan { span throws(CodecError) in
                        _ = try refuser.decode(span, options: DecodeOptions())
                    }
                },
            ]
            for error in errors {
                guard case .unsupported(.svg, let reason)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(reason.contains("codecs = try await .sandboxed()"))
                #expect(reason.contains("SVGDecoder(inProcess: true)"))
            }
            let demand = bytes.withSpan { refuser.memoryDemand(of: $0, options: DecodeOptions()) }
            #expect(demand == nil)
            var own = DecodeOptions()
            own.isOwnMarkup = true
            let output = try bytes.withSpan { span throws(CodecError) in
                try refuser.decode(span, options: own)
            }
            #expect(output.bitmap.size == PixelSize(width: 9, height: 9))
        }

        private static let gzipped = """
            1f8b0800000000000203b3292e4b57a8c8cdc92bb655ca282929b0d2d72f2f2fd72b37d6cb2f\
            4ad737323030d007aa505228cf4c29c9b055325752c848cd4ccf28b1553255d2b70300ff5577\
            713e000000
            """

        private static func bytes(hex: String) -> [UInt8]? {
            let digits = Array(hex)
            let bytes = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
            return bytes.contains(nil) ? nil : bytes.compactMap { $0 }
        }
    }

    /// Returns a document with the given attributes of the root.
    func svg(_ root: String, _ content: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(root)>\
        \(content)</svg>
        """
    }

    func metadata(of text: String) throws(CodecError) -> ImageMetadata {
        try ByteBlock(copying: text.utf8).withSpan { span throws(CodecError) in
            try SVGDecoder(inProcess: true).metadata(of: span, limits: DecodeLimits())
        }
    }

    func decode(
        _ text: String, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try decode(bytes: Array(text.utf8), options)
    }

    @discardableResult
    func decode(
        bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try ByteBlock(copying: bytes).withSpan { span throws(CodecError) in
            try SVGDecoder(inProcess: true).decode(span, options: options)
        }
    }
#endif
