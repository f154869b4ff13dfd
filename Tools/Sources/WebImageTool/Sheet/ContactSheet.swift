package import WebImage

/// Draws thumbnails with captions on one sheet.
package struct ContactSheet {
    /// One thumbnail and its caption.
    package struct Entry: Sendable {
        /// The thumbnail; scaled to fit if it is larger than its box.
        let thumbnail: Bitmap
        /// The first line: the file's name.
        let name: String
        /// The end of the first line: format and size.
        let details: String
        /// The following lines: the spelling of the transforms.
        let spelling: String

        /// Creates an entry.
        package init(thumbnail: Bitmap, name: String, details: String, spelling: String) {
            (self.thumbnail, self.name) = (thumbnail, name)
            (self.details, self.spelling) = (details, spelling)
        }
    }

    private static let ground = SIMD4<UInt8>(0x1C, 0x16, 0x12, 255)
    private static let card = SIMD4<UInt8>(0x30, 0x27, 0x21, 255)
    private static let bright = TextStyle(
        capHeight: 12.5, strokeWidth: 1.9, color: SIMD4(0xF7, 0xF3, 0xF0, 255))
    private static let soft = TextStyle(capHeight: 10.5, color: SIMD4(0xC8, 0xB4, 0xA6, 255))
    private static let code = TextStyle(capHeight: 10.5, color: SIMD4(0x9A, 0xD6, 0xF2, 255))
    private static let heading = TextStyle(
        capHeight: 26, strokeWidth: 4, color: SIMD4(0xFF, 0xFC, 0xFA, 255))

    /// Returns the layout of a sheet for a width and a number of entries.
    static func layout(
        width: Int, count: Int, shape: SheetShape = SheetShape()
    ) -> SheetLayout {
        SheetLayout(
            width: width, count: count, titleHeight: heading.lineHeight,
            lineHeight: bright.lineHeight, shape: shape)
    }

    /// Draws the sheet, an opaque picture.
    ///
    /// - Throws: `TransformFailure` if the corners of a card cannot be rounded.
    package static func drawn(
        title: String, subtitle: String, _ entries: [Entry], width: Int,
        shape: SheetShape = SheetShape()
    ) throws -> Bitmap {
        let layout = layout(width: width, count: entries.count, shape: shape)
        var sheet = Bitmap(size: layout.size)
        sheet.fill(PixelRect(x: 0, y: 0, size: layout.size), with: ground)
        if shape.hasTitle {
            sheet.write(title, heading, in: layout.title)
            sheet.write(subtitle, soft, in: layout.subtitle)
        }
        guard let first = layout.cells.first else { return sheet }
        let card = try roundedCard(first.card.size)
        for (entry, cell) in zip(entries, layout.cells) {
            sheet.composite(card, atX: cell.card.x, y: cell.card.y)
            sheet.show(entry.thumbnail, in: cell.box)
            sheet.writeCaption(entry, in: cell.lines)
        }
        return sheet
    }

    private static func roundedCard(_ size: PixelSize) throws -> Bitmap {
        var card = Bitmap(size: size)
        card.fill(PixelRect(x: 0, y: 0, size: size), with: Self.card)
        return try BuiltInTransform.roundCorners(radius: 14).apply(to: card)
    }

    /// Returns the lines of a spelling, broken between transforms if needed to fit.
    static func wrapped(_ spelling: String, _ style: TextStyle, width: Int, lines: Int) -> [String]
    {
        var result = [""]
        for (index, part) in spelling.split(separator: "/").enumerated() {
            let piece = index == 0 ? String(part) : "/\(part)"
            let joined = result[result.count - 1] + piece
            if style.width(of: joined) <= width || joined == piece || result.count == lines {
                result[result.count - 1] = joined
            } else {
                result.append(piece)
            }
        }
        return result.map { style.fitted($0, into: width) }
    }

    /// Returns the lines of a caption: format and size stand whole, on a line of their own if there
    /// is one, else after a name that is shortened for them.
    static func caption(
        _ entry: Entry, width: Int, lines: Int
    ) -> (name: String, details: String, further: [String]) {
        guard lines < 2 || !entry.spelling.isEmpty else {
            return (
                bright.fitted(entry.name, into: width), "",
                [soft.fitted(entry.details, into: width)]
            )
        }
        let details = soft.fitted(entry.details, into: width)
        let room = details.isEmpty ? width : width - soft.width(of: details) - 10
        let name = room > 0 ? bright.fitted(entry.name, into: room) : ""
        return (name, details, wrapped(entry.spelling, code, width: width, lines: lines - 1))
    }

    fileprivate static let captionStyles = (name: bright, details: soft, spelling: code)
}

extension Bitmap {
    /// Writes a line at the left of a rectangle, shortened if needed.
    fileprivate mutating func write(_ text: String, _ style: TextStyle, in rect: PixelRect) {
        write(style.fitted(text, into: rect.size.width), style, x: rect.x, y: rect.y)
    }

    /// Draws a thumbnail in the centre of its box, over a checkerboard if it is transparent.
    fileprivate mutating func show(_ thumbnail: Bitmap, in box: PixelRect) {
        let size = Fit.fit.scaledSize(of: thumbnail.size, in: box.size, enlarges: false)
        let picture = thumbnail.resampled(to: size)
        let x = box.x + (box.size.width - size.width) / 2
        let y = box.y + (box.size.height - size.height) / 2
        if !picture.isOpaque { composite(.checkerboard(size), atX: x, y: y) }
        composite(picture, atX: x, y: y)
    }

    fileprivate mutating func writeCaption(_ entry: ContactSheet.Entry, in lines: [PixelRect]) {
        guard let first = lines.first else { return }
        let styles = ContactSheet.captionStyles
        let caption = ContactSheet.caption(
            entry, width: first.size.width, lines: lines.count)
        write(caption.name, styles.name, x: first.x, y: first.y)
        // Both have the same baseline; the details are aligned to the right.
        let right = first.x + first.size.width - styles.details.width(of: caption.details)
        let baseline = first.y + styles.name.ascent - styles.details.ascent
        write(caption.details, styles.details, x: right, y: baseline)
        let style = entry.spelling.isEmpty ? styles.details : styles.spelling
        for (text, line) in zip(caption.further, lines.dropFirst()) {
            write(text, style, x: line.x, y: line.y)
        }
    }

    /// Returns the usual background for transparency: grey squares.
    static func checkerboard(_ size: PixelSize) -> Bitmap {
        var board = Bitmap(size: size, isOpaque: true)
        for y in stride(from: 0, to: size.height, by: 10) {
            for x in stride(from: 0, to: size.width, by: 10) {
                let isDark = (x / 10 + y / 10).isMultiple(of: 2)
                let square = PixelRect(x: x, y: y, size: PixelSize(10, 10)).clamped(to: size)
                board.fill(
                    square, with: isDark ? SIMD4(158, 158, 158, 255) : SIMD4(189, 189, 189, 255))
            }
        }
        return board
    }
}
