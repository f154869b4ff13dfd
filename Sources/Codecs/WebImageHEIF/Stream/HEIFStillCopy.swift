#if HEIF
    import WebImagePixels

    /// A file of one image that libheif opens in place of a sequence, which it cannot read.
    ///
    /// It has the headers of the track, and of its alpha, and no pixels: each picture comes from
    /// the decoder of the track. So libheif converts colours, joins alpha and rotates as for
    /// images.
    struct HEIFStillCopy {
        private let color: HEIFTrack
        private let alpha: HEIFTrack?

        init(_ color: HEIFTrack, alpha: HEIFTrack?) {
            self.color = color
            self.alpha = alpha
        }

        private static let alphaType = Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0]

        /// The bytes of the file (ISO/IEC 23008-12, section 6).
        var bytes: [UInt8] {
            Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + meta
        }

        private var meta: [UInt8] {
            let count = alpha == nil ? 1 : 2
            var (places, types): ([UInt8], [UInt8]) = ([], [])
            for item in 1...count {
                // Each item is a unit of length 0, the four bytes in the box of data.
                places += Self.words(item, 1, 0, 1, 0, 0, 0, 4)
                types += Self.box("infe", Self.words(0x200, 0, item, 0) + Array("hvc1\0".utf8))
            }
            var body = Self.words(0, 0)
            body += Self.box("hdlr", Self.words(0, 0, 0, 0) + Array("pict".utf8) + zeros(13))
            body += Self.box("pitm", Self.words(0, 0, 1))
            body += Self.box("iloc", Self.words(0x100, 0, 0x4400, count) + places)
            body += Self.box("iinf", Self.words(0, 0, count) + types)
            body += properties
            if alpha != nil {
                body += Self.box("iref", Self.words(0, 0) + Self.box("auxl", Self.words(2, 1, 1)))
            }
            body += Self.box("idat", zeros(4))
            return Self.box("meta", body)
        }

        private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

        private var properties: [UInt8] {
            var boxes: [[UInt8]] = []
            func add(_ type: String, _ body: [UInt8]) -> UInt8 {
                boxes.append(Self.box(type, body))
                return UInt8(boxes.count)
            }
            func shape(_ track: HEIFTrack) -> [UInt8] {
                let size = Self.words(0, 0, 0, track.size.width, 0, track.size.height)
                return [add("ispe", size), add("hvcC", track.configuration) | 0x80]
            }
            let turn = color.turns > 0 ? [add("irot", [UInt8(color.turns)]) | 0x80] : []
            var lists = [shape(color) + color.colors.prefix(6).map { add($0.type, $0.body) } + turn]
            if let alpha {
                let type = add("auxC", Self.words(0, 0) + Self.alphaType)
                lists.append(shape(alpha) + [type | 0x80] + turn)
            }
            let uses = lists.enumerated().flatMap { index, list in
                Self.words(index + 1) + [UInt8(list.count)] + list
            }
            return Self.box(
                "iprp",
                Self.box("ipco", boxes.flatMap { $0 })
                    + Self.box("ipma", Self.words(0, 0, 0, lists.count) + uses))
        }

        private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
            let count = body.count + 8
            return words(count >> 16, count) + Array(type.utf8) + body
        }

        /// Returns numbers of two bytes each.
        private static func words(_ numbers: Int...) -> [UInt8] {
            numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
        }
    }
#endif
