#if PNG
    import TestSupport
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions(),
        inflater: PNGInflater = .automatic
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { (span) throws(CodecError) in
            try PNGDecoder(inflater: inflater).decode(span, options: options)
        }
    }

    func decode(
        _ bytes: ByteBlock, piece size: Int, _ options: DecodeOptions = DecodeOptions(),
        inflater: PNGInflater = .automatic
    ) throws(CodecError) -> DecodeOutput {
        let session = PNGDecoder(inflater: inflater).makeSession(options: options)
        for piece in bytes.pieces(of: size) {
            try piece.withSpan { (span) throws(CodecError) in try session.append(span) }
        }
        return try session.finish()
    }

    extension PNGInflater {
        /// The installed libraries.
        static let installed: [PNGInflater] = hasISAL ? [.zlib, .isal] : [.zlib]
    }

    /// The result of a decode.
    enum Verdict { case whole, truncated, damaged, other }

    /// Returns the result for a file that is fed in pieces.
    func verdict(
        _ bytes: [UInt8], piece size: Int = 1 << 24, inflater: PNGInflater
    ) -> Verdict {
        do throws(CodecError) {
            _ = try decode(ByteBlock(copying: bytes), piece: size, inflater: inflater)
            return .whole
        } catch {
            return switch error {
            case .truncated(.png, _): .truncated
            case .damaged(.png, _): .damaged
            default: .other
            }
        }
    }

    func metadata(
        _ bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { (span) throws(CodecError) in
            try PNGDecoder().metadata(of: span, limits: limits)
        }
    }

    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings()
    ) throws(CodecError) -> ByteBlock {
        try PNGEncoder().encode(bitmap, settings: settings)
    }

    /// The kind of pixels of a test picture.
    enum Look: CaseIterable {
        case gray, grayAlpha, color, colorAlpha

        /// The colour type in the header.
        var colorType: UInt8 {
            switch self {
            case .gray: 0
            case .grayAlpha: 4
            case .color: 2
            case .colorAlpha: 6
            }
        }

        var hasAlpha: Bool { self == .grayAlpha || self == .colorAlpha }
    }

    /// Returns a picture of gradients and lines whose premultiplied pixels are restored exactly.
    func scene(_ width: Int, _ height: Int, _ look: Look = .colorAlpha) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: !look.hasAlpha)
        for y in 0..<height {
            for x in 0..<width {
                let gray = UInt8((x * 7 + y * 3) % 256)
                var pixel = SIMD4(gray, gray, gray, 255)
                if look == .color || look == .colorAlpha {
                    pixel = SIMD4(gray, UInt8(y * 255 / height), UInt8(x * 255 / width), 255)
                }
                if look.hasAlpha, (x + y) % 4 == 0 { pixel = SIMD4(0, 0, 0, 0) }
                if look.hasAlpha, (x + y) % 4 == 1 { pixel = SIMD4(64, 64, 64, 128) }
                bitmap[x, y] = pixel
            }
        }
        return bitmap
    }

    extension ByteBlock {
        /// The names of the chunks, in order.
        var chunkNames: [String] {
            var names: [String] = []
            let bytes = array
            var at = 8
            while at + 12 <= bytes.count {
                names.append(String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self))
                at += 12 + bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            }
            return names
        }

        /// Returns the PNG with chunks after its header, or before its end.
        func inserting(_ chunks: [UInt8], beforeEnd: Bool = false) -> ByteBlock {
            var bytes = array
            bytes.insert(contentsOf: chunks, at: beforeEnd ? bytes.count - 12 : 33)
            return ByteBlock(copying: bytes)
        }
    }

    /// Returns a chunk with its length and checksum.
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + body
        return big(UInt32(body.count)) + content + big(checksum(content))
    }

    /// Returns four bytes, most significant first.
    func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Returns the CRC-32 of PNG, computed bit by bit.
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
                rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
            }
        }
    }

    /// Returns a zlib stream of stored content with its Adler-32.
    func stored(_ content: [UInt8]) -> [UInt8] {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in content {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        let count = UInt16(content.count)
        let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + content + big(high << 16 | low)
    }

    /// Returns an EXIF block with an orientation.
    func exif(orientation: UInt8) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, orientation, 0, 0, 0, 0, 0, 0]
    }

    /// Returns the shortest profile that libpng accepts.
    func plainProfile() -> [UInt8] {
        var profile = [UInt8](repeating: 0, count: 132)
        profile.replaceSubrange(0..<4, with: big(132))
        profile.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return profile
    }

    /// Returns a PNG of stored RGB rows.
    func file(_ picture: Bitmap) -> ByteBlock {
        var rows: [UInt8] = []
        for y in 0..<picture.size.height {
            rows.append(0)
            for x in 0..<picture.size.width {
                let pixel = picture[x, y]
                rows += [pixel[2], pixel[1], pixel[0]]
            }
        }
        return file(
            UInt32(picture.size.width), UInt32(picture.size.height), depth: 8, colorType: 2,
            rows: rows)
    }

    /// Returns a PNG of the given header and rows, each row with its filter.
    func file(
        _ width: UInt32, _ height: UInt32, depth: UInt8, colorType: UInt8, rows: [UInt8],
        chunks: [UInt8] = []
    ) -> ByteBlock {
        ByteBlock(
            copying: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", big(width) + big(height) + [depth, colorType, 0, 0, 0])
                + chunks + chunk("IDAT", stored(rows)) + chunk("IEND", []))
    }
#endif
