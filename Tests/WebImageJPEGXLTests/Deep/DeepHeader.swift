#if JPEGXL
    import TestSupport
    import WebImageCoding
    import WebImagePixels

    /// The depths in the header of a codestream that this package's encoder wrote (ISO/IEC 18181-1,
    /// annex D).
    struct DeepHeader {
        private(set) var bits = 8
        private(set) var alphaBits: Int?
        /// `true` if the codestream is in boxes, as files of level 10 are.
        let hasBoxes: Bool
        private let start: Int
        /// The place of the flag of premultiplied alpha, in bits from the codestream's start.
        private var flag: Int?

        /// - Precondition: Alpha has more than 8 bits.
        init(_ file: ByteBlock) {
            let bytes = file.array
            hasBoxes = bytes[0] != 0xFF
            // The box of the level comes before the one of the codestream.
            start = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0x0A } ?? 0
            var reader = BitReader(bytes[start...], .little)
            reader.skip(16)
            JPEGXLStated.skipSize(&reader)
            guard !reader.readFlag() else { return }
            precondition(!reader.readFlag())
            bits = Self.depth(&reader)
            reader.skip(1)
            guard reader.read(2) == 1 else { return }
            precondition(!reader.readFlag() && reader.read(2) == 0)
            alphaBits = Self.depth(&reader)
            precondition(reader.read(2) == 0 && reader.read(2) == 0)
            flag = reader.position
        }

        private static func depth(_ reader: inout BitReader) -> Int {
            guard reader.readFlag() else {
                return reader.read([(8, 0), (10, 0), (12, 0), (1, 6)])
            }
            let bits = reader.read([(32, 0), (16, 0), (24, 0), (1, 6)])
            reader.skip(4)
            return bits
        }

        /// Returns the codestream without boxes.
        func codestream(_ file: ByteBlock) -> ByteBlock {
            ByteBlock(copying: file.array[start...])
        }

        /// Returns the file with its colours called premultiplied; libjxl 0.7 cannot write it.
        func premultiplied(_ file: ByteBlock) -> ByteBlock {
            guard let flag else { return file }
            var bytes = file.array
            precondition(bytes[start + flag / 8] >> (flag % 8) & 1 == 0)
            bytes[start + flag / 8] |= 1 << (flag % 8)
            return ByteBlock(copying: bytes)
        }
    }

    /// Returns options of a caller that takes more than 8 bits.
    func deepOptions(box side: Int? = nil, limits: DecodeLimits = DecodeLimits()) -> DecodeOptions {
        var result = side.map { options(box: $0) } ?? DecodeOptions()
        result.pixelDepth = .asStored
        result.limits = limits
        return result
    }

    /// Returns a level of some bits as a sample of 16.
    func sixteen(_ level: Int, of bits: Int) -> UInt16 {
        let last = 1 << bits - 1
        return UInt16((level * 65535 + last / 2) / last)
    }

    /// Returns a deep bitmap of the levels of some bits.
    func deepBitmap(
        _ size: PixelSize, bits: Int = 16, isOpaque: Bool = false,
        _ levels: (_ x: Int, _ y: Int) -> SIMD4<Int>
    ) -> Bitmap {
        var bitmap = Bitmap(size: size, as: .rgba16, isOpaque: isOpaque)
        bitmap.significantBits = bits
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = levels(x, y)
                bitmap[deep: x, y] = SIMD4(
                    sixteen(pixel.x, of: bits), sixteen(pixel.y, of: bits),
                    sixteen(pixel.z, of: bits), sixteen(pixel.w, of: bits))
            }
        }
        return bitmap
    }

    /// Returns levels without an order: every one of 16 bits, and an alpha of 0 for each seventh.
    func scattered(_ x: Int, _ y: Int, bits: Int, hasAlpha: Bool = true, isGray: Bool = false)
        -> SIMD4<Int>
    {
        let last = 1 << bits - 1
        let seed = x &* 40503 &+ y &* 30011 &+ 7
        func level(_ factor: Int) -> Int { (seed &* factor >> 3) & last }
        let alpha = !hasAlpha ? last : seed % 7 == 0 ? 0 : level(2_654_435)
        return isGray
            ? SIMD4(level(7919), level(7919), level(7919), alpha)
            : SIMD4(level(7919), level(104_729), level(1_299_709), alpha)
    }

    let exact = EncodeSettings(isLossless: true, effort: 2)
#endif
