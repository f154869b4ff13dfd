import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// Round corners with a smooth edge, and a border inside of the outline.
package struct RoundCorners: SpelledTransform {
    package let radius: Double
    package let corners: Corners
    package let borderWidth: Double
    package let borderColor: RGBAColor

    package init(
        _ radius: Double, corners: Corners = .all, borderWidth: Double = 0,
        borderColor: RGBAColor = .black
    ) {
        self.radius = radius
        self.corners = corners
        self.borderWidth = borderWidth
        self.borderColor = borderColor
    }

    package static let name = "roundcorners"
    package static let usage =
        "roundcorners(RADIUS[,corners:topleft+topright+…][,border:WIDTH][,color:#RRGGBBAA])"
    package static let meaning = "Rounds the corners and draws a border inside the outline."
    package static let examples = [
        "roundcorners(20)", "roundcorners(20,corners:topleft+bottomright,border:2,color:#ff0000)",
    ]

    package var arguments: [String] {
        var texts = [radius.spelling]
        if corners != .all { texts.append("corners:\(corners.spelling)") }
        if borderWidth != 0 { texts.append("border:\(borderWidth.spelling)") }
        if borderColor != .black { texts.append("color:\(borderColor.spelling)") }
        return texts
    }

    package var fault: String? {
        ResultLimits.fault(of: radius, "a radius")
            ?? ResultLimits.fault(of: borderWidth, "a border width")
    }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        radius = try arguments.next("radius", "a number of pixels")
        corners = try arguments.named("corners", Corners.expected, default: .all)
        borderWidth = try arguments.named("border", "a number of pixels", default: 0)
        borderColor = try arguments.named("color", RGBAColor.expected, default: .black)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return RoundedRectangle(bitmap.size, radius: radius, corners: corners, border: borderWidth)
            .apply(to: bitmap, borderColor: borderColor)
    }
}
