/// The EXIF block of a generated picture: a TIFF structure, little-endian.
struct ExifBlock {
    private let recipe: PictureRecipe

    init(_ recipe: PictureRecipe) {
        self.recipe = recipe
    }

    /// One field of a directory.
    private struct Field {
        let tag: UInt16
        /// The TIFF type: 2 text, 3 short, 4 long, 5 rational.
        let type: UInt16
        let count: UInt32
        let content: [UInt8]

        init(_ tag: UInt16, text: String) {
            let bytes = Array(text.utf8) + [0]
            (self.tag, type, count, content) = (tag, 2, UInt32(bytes.count), bytes)
        }

        init(_ tag: UInt16, short number: Int) {
            (self.tag, type, count) = (tag, 3, 1)
            content = ExifBlock.bytes(UInt16(clamping: number))
        }

        init(_ tag: UInt16, long number: UInt32) {
            (self.tag, type, count, content) = (tag, 4, 1, ExifBlock.bytes(number))
        }

        init(_ tag: UInt16, _ numerator: UInt32, over denominator: UInt32) {
            (self.tag, type, count) = (tag, 5, 1)
            content = ExifBlock.bytes(numerator) + ExifBlock.bytes(denominator)
        }
    }

    /// The bytes of the block.
    var bytes: [UInt8] {
        let day = 1 + recipe.number % 28
        let month = 1 + recipe.number / 28 % 12
        let date = "2024:\(Self.two(month)):\(Self.two(day)) 1\(recipe.number % 10):30:00"
        let camera = [
            Field(0x010F, text: "WebImage"), Field(0x0110, text: "Brush \(recipe.number % 4 + 1)"),
        ]
        let exposure = [
            Field(0x829A, 1, over: UInt32(60 << (recipe.number % 5))),
            Field(0x829D, UInt32(18 + recipe.number % 7 * 5), over: 10),
            Field(0x8827, short: 100 << (recipe.number % 4)), Field(0x9003, text: date),
            Field(0x920A, UInt32(24 + recipe.number % 9 * 7), over: 1),
        ]
        let header = Array("II".utf8) + Self.bytes(UInt16(42)) + Self.bytes(UInt32(8))
        // The offset of the second directory changes no length.
        let length = Self.directory(camera + [Field(0x8769, long: 0)], at: 8).count
        let second = UInt32(8 + length)
        return header + Self.directory(camera + [Field(0x8769, long: second)], at: 8)
            + Self.directory(exposure, at: second)
    }

    /// Returns a directory followed by its values.
    private static func directory(_ fields: [Field], at start: UInt32) -> [UInt8] {
        var entries = bytes(UInt16(fields.count))
        var values: [UInt8] = []
        let end = start + 2 + UInt32(fields.count) * 12 + 4
        for field in fields {
            entries += bytes(field.tag) + bytes(field.type) + bytes(field.count)
            if field.content.count <= 4 {
                entries += field.content + Array(repeating: 0, count: 4 - field.content.count)
            } else {
                entries += bytes(end + UInt32(values.count))
                values += field.content
                if values.count % 2 != 0 { values.append(0) }
            }
        }
        return entries + bytes(UInt32(0)) + values
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
