#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// A HEIC file written box by box, with the boxes that libheif needs.
    struct HEIFContainer {
        struct Item {
            var type: String
            /// Indices into the list of properties, from 1 on.
            var properties: [Int]
            var data: [UInt8]
        }

        struct Reference {
            var type: String
            var from: Int
            var to: [Int]
            /// The bytes after the targets.
            var rest: [UInt8] = []

            init(_ type: String, _ from: Int, _ to: [Int]) {
                (self.type, self.from, self.to) = (type, from, to)
            }
        }

        /// The items; their identifiers count from 1 on.
        var items: [Item] = []
        var properties: [[UInt8]] = []
        var references: [Reference] = []
        var primary = 1
        /// A second list of properties for an item, after the others; empty for none.
        var extraUses: [UInt8] = []

        var file: ByteBlock {
            let head = Self.box("ftyp", Array("heic".utf8) + Self.u32(0) + Array("mif1heic".utf8))
            let start = head.count + meta(from: 0).count + 8
            return ByteBlock(
                copying: head + meta(from: start) + Self.box("mdat", items.flatMap(\.data)))
        }

        private func meta(from start: Int) -> [UInt8] {
            let handler =
                Self.u32(0) + Self.u32(0) + Array("pict".utf8) + Array(repeating: 0, count: 13)
            var (places, offset): ([UInt8], Int) = ([], start)
            var (types, uses): ([UInt8], [UInt8]) = ([], [])
            for (index, item) in items.enumerated() {
                let name = Self.u16(index + 1)
                places +=
                    name + Self.u16(0) + Self.u16(1) + Self.u32(offset) + Self.u32(item.data.count)
                offset += item.data.count
                types += Self.box(
                    "infe", Self.u32(2 << 24) + name + Self.u16(0) + Array(item.type.utf8) + [0])
                uses += name + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
            }
            let count = items.count + (extraUses.isEmpty ? 0 : 1)
            let links = references.flatMap { link in
                Self.box(
                    link.type,
                    Self.u16(link.from) + Self.u16(link.to.count) + link.to.flatMap(Self.u16)
                        + link.rest)
            }
            let parts = [
                Self.box("hdlr", handler),
                Self.box("pitm", Self.u32(0) + Self.u16(primary)),
                Self.box("iloc", Self.u32(0) + [0x44, 0] + Self.u16(items.count) + places),
                Self.box("iinf", Self.u32(0) + Self.u16(items.count) + types),
                Self.box(
                    "iprp",
                    Self.box("ipco", properties.flatMap { $0 })
                        + Self.box("ipma", Self.u32(0) + Self.u32(count) + uses + extraUses)),
                references.isEmpty ? [] : Self.box("iref", Self.u32(0) + links),
            ]
            return Self.box("meta", Self.u32(0) + parts.flatMap { $0 })
        }

        /// Returns a box around `body`.
        static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
            u32(body.count + 8) + Array(type.utf8) + body
        }

        /// Returns the property of a size.
        static func size(_ width: Int, _ height: Int) -> [UInt8] {
            box("ispe", u32(0) + u32(width) + u32(height))
        }

        /// Returns the property of a crop around the middle.
        static func crop(_ width: Int, _ height: Int) -> [UInt8] {
            box("clap", [width, 1, height, 1, 0, 1, 0, 1].flatMap(u32))
        }

        /// The property that makes an item an alpha plane.
        static let alpha = box(
            "auxC", u32(0) + Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0])

        /// Returns the data of a grid.
        static func grid(rows: Int, columns: Int, width: Int, height: Int) -> [UInt8] {
            [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + u16(width) + u16(height)
        }

        static func u16(_ number: Int) -> [UInt8] {
            [UInt8(number >> 8 & 255), UInt8(number & 255)]
        }

        static func u32(_ number: Int) -> [UInt8] { u16(number >> 16) + u16(number & 0xFFFF) }

        static func u32(in bytes: [UInt8], at place: Int) -> Int {
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// A coded picture of the library's encoder, extracted from its file.
    struct CodedPicture {
        /// The box that describes the stream.
        let configuration: [UInt8]
        let data: [UInt8]

        /// Encodes a photograph with sides of 16 pixels times a whole number.
        init(_ width: Int, _ height: Int) throws {
            let bytes = try encode(Scene.photograph(size: PixelSize(width: width, height: height)))
                .array
            let start = try #require(boxOffset(of: "hvcC", in: bytes))
            configuration = Array(bytes[start..<start + HEIFContainer.u32(in: bytes, at: start)])
            let pixels = try #require(boxOffset(of: "mdat", in: bytes))
            data = Array(bytes[pixels + 8..<pixels + HEIFContainer.u32(in: bytes, at: pixels)])
        }
    }

    /// Returns the offset of the first box of a type.
    func boxOffset(of type: String, in bytes: [UInt8]) -> Int? {
        let letters = Array(type.utf8)
        return (4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(letters) }
            .map { $0 - 4 }
    }
#endif
