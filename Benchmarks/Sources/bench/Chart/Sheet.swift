import WebImage
import WebImageSVG

/// All diagrams of a report in one picture, two a row.
struct Sheet {
    let sections: [Section]
    /// The description of the machine and the peers, one line each.
    let lines: [String]

    private static let margin = 30.0

    /// Renders the SVG by the library's own decoder and encodes the pixels as PNG.
    func png() throws -> ByteBlock {
        let document = EncodedImage(ByteBlock(copying: Array(svg.utf8)))
        let output = try document.bytes.withSpan { bytes throws(CodecError) in
            try SVGDecoder(inProcess: true).decode(bytes, options: DecodeOptions())
        }
        let encoder = try CodecList.installed.encoder(for: .png)
        return try encoder.encode(output.bitmap, settings: EncodeSettings())
    }

    private var svg: String {
        let panels = sections.flatMap { section in
            section.drawn.map { Panel(section: section, plot: $0) }
        }
        var text = SVGText()
        var y = Self.margin
        text.text("WebImage next to its peers", Self.margin, y + 12, size: 22, weight: "bold")
        y += 36
        for line in lines {
            text.text(line, Self.margin, y, size: 12, fill: "#555555")
            y += 17
        }
        y += 14
        for start in stride(from: 0, to: panels.count, by: 2) {
            let pair = panels[start..<min(start + 2, panels.count)]
            for (index, panel) in pair.enumerated() {
                let x = Self.margin + Double(index) * (Panel.width + Self.margin)
                panel.draw(into: &text, x: x, y: y)
            }
            y += (pair.map(\.height).max() ?? 0) + 22
        }
        return text.document(width: Panel.width * 2 + Self.margin * 3, height: y)
    }
}

extension Report {
    var sheet: Sheet { Sheet(sections: sections, lines: circumstances) }
}
