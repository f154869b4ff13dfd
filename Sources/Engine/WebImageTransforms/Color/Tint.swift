public import WebImageLoading
package import WebImagePipeline
public import WebImagePixels

/// A colour laid over a picture where the picture is opaque (source atop).
package struct Tint: SpelledTransform {
    package let color: RGBAColor
    package let mode: BlendMode

    package init(_ color: RGBAColor, mode: BlendMode = .normal) {
        self.color = color
        self.mode = mode
    }

    package static let name = "tint"
    package static let usage =
        "tint(#RRGGBB[AA][,mode:\(BlendMode.allCases.map(\.rawValue).joined(separator: "|"))])"
    package static let meaning = "Mixes a colour with the image and keeps its alpha."
    package static let examples = ["tint(#3366ff80)", "tint(#ff8800,mode:multiply)"]

    package var arguments: [String] {
        [color.spelling] + (mode == .normal ? [] : ["mode:\(mode.spelling)"])
    }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        color = try arguments.next("color", RGBAColor.expected)
        mode = try arguments.named("mode", BlendMode.choices, default: .normal)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        guard mode == .normal else { return bitmap.tinted(color.straightPixel, mode: mode) }
        var result = bitmap
        result.tint(color.straightPixel)
        return result
    }
}

extension BlendMode: ParsableValue {}
