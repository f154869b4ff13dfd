import WebImageCaching
import WebImageCoding
import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A line of text drawn on a picture, by the decoder of SVG and with fonts of the system.
package struct DrawnText: SpelledTransform {
    package let text: String
    package let style: TextStyle
    package let placement: Placement

    package init(_ text: String, _ style: TextStyle, _ placement: Placement) {
        (self.text, self.style, self.placement) = (text, style, placement)
    }

    package static let name = "text"
    package static let usage =
        "text(TEXT[,size:PIXELS][,color:#RRGGBB[AA]][,font:FAMILY]\(Placement.usage)[,tile])"
    package static let meaning =
        "Draws a line of percent-encoded text on the image, white and 32 pixels large by default."
    package static let examples = [
        "text(hello%20world,at:south,y:10)", "text(draft,size:64,color:#ff000080,tile)",
    ]

    package var arguments: [String] { [text.spelling] + style.arguments + placement.arguments }

    package var fault: String? { style.fault(of: text) ?? placement.fault }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        text = try arguments.next("text", "percent-encoded text")
        style = try TextStyle(arguments: &arguments)
        placement = try Placement(arguments: &arguments)
    }

    package var inputs: [ImageRequest] { [request] }

    /// The request of the picture of the text.
    private var request: ImageRequest {
        let svg = style.svg(of: text)
        var request = ImageRequest(ImageSource.data(ByteBlock(copying: Array(svg.utf8))))
        request.transforms = [InkCrop()]
        // Its own name, so that keys cost no digest.
        request.sourceKey = CacheKey(svg)
        // In place of the pipeline's defaults.
        (request.targetSize, request.byteBudget, request.page) = (nil, nil, 0)
        request.diskCaching = .off
        request.options[ImageOptions.OwnMarkup.self] = true
        return request
    }

    package func resolved(with inputs: [Bitmap]) -> any ImageTransform {
        Overlay(Self.name, placement, picture: inputs.first)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        if let fault { throw TransformFailure(Self.name, fault) }
        return try resolved(with: []).apply(to: bitmap)
    }
}

// The text is the identity: Swift takes canonically equivalent texts for equal.
extension DrawnText {
    package static func == (left: DrawnText, right: DrawnText) -> Bool {
        left.arguments == right.arguments
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(arguments) }
}

/// The size, the colour and the font of a text.
package struct TextStyle: Hashable, Sendable {
    var size = 32.0
    var color = RGBAColor.white
    var font = Self.usualFont

    static let usualFont = "sans-serif"
    private static let (longestText, longestFont, largestSize) = (256, 64, 512.0)
    /// The most characters × size, so that the picture of a text stays small.
    private static let largestLine = 4096.0

    var arguments: [String] {
        (size == 32 ? [] : ["size:\(size.spelling)"])
            + (color == .white ? [] : ["color:\(color.spelling)"])
            + (font == Self.usualFont ? [] : ["font:\(font.spelling)"])
    }

    /// The fault of a text in this style; `nil` if it can be drawn.
    func fault(of text: String) -> String? {
        let count = text.unicodeScalars.count
        guard (1...Self.longestText).contains(count) else {
            return "expected 1 to \(Self.longestText) characters, found \(count)"
        }
        guard text.unicodeScalars.allSatisfy(\.isInXML) else {
            return "expected one line of text, found a control character"
        }
        guard size >= 1, size <= Self.largestSize, size * Double(count) <= Self.largestLine else {
            return "expected a size between 1 and \(Self.largestSize.spelling), and at most "
                + "\(Self.largestLine.spelling) divided by the number of characters, found \(size)"
        }
        let isName = font.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || [" ", "-", "_"].contains($0)
        }
        guard isName, (1...Self.longestFont).contains(font.unicodeScalars.count) else {
            return "expected the name of a font family: letters, digits, spaces and hyphens"
        }
        return nil
    }

    /// The font in quotes, which a name needs with a word that begins with a digit, and a generic
    /// name must not have.
    private var quotedFont: String {
        let generic = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]
        return generic.contains(font.asciiLowered) ? font : "'\(font)'"
    }

    /// Returns a picture of a text with room around it.
    func svg(of text: String) -> String {
        let width = Int((size * (1.5 * Double(text.unicodeScalars.count) + 2)).rounded(.up))
        let height = Int((size * 3).rounded(.up))
        let opaque = RGBAColor(red: color.red, green: color.green, blue: color.blue)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\
            <text x="\(size.spelling)" y="\((size * 2).spelling)" font-size="\(size.spelling)px" \
            font-family="\(quotedFont)" fill="\(opaque.spelling)" \
            fill-opacity="\((Double(color.alpha) / 255).spelling)" xml:space="preserve">\
            \(text.escapedInXML)</text></svg>
            """
    }
}

extension TextStyle {
    init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.named("size", "a number of pixels", default: 32)
        color = try arguments.named("color", RGBAColor.expected, default: .white)
        font = try arguments.named("font", "a font family", default: Self.usualFont)
    }
}

/// A cut of the transparent margins, of which one pixel remains without any ink.
private struct InkCrop: ImageTransform {
    let spelling = "ink"

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        let nothing = PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
        return bitmap.cropped(to: bitmap.inkRect ?? nothing)
    }
}

extension Unicode.Scalar {
    /// `true` for a character of XML 1.0 that begins no new line.
    fileprivate var isInXML: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: value & 0xFFFE != 0xFFFE
        }
    }
}

extension String {
    fileprivate var escapedInXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&apos;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
