import WebImageLoading
public import WebImagePixels

/// Round corners with a smooth edge, and a border inside of the outline.
public struct RoundCorners: SpelledTransform, BuiltInTransform {
    /// The radius in pixels, limited to half of the picture's shorter side.
    public let radius: Double
    /// The corners that become round.
    public let corners: Corners
    /// The width of the border in pixels, 0 for none.
    public let borderWidth: Double
    /// The colour of the border.
    public let borderColor: RGBAColor

    /// Creates round corners, with a border if it has a width.
    public init(
        _ radius: Double, corners: Corners = .all, borderWidth: Double = 0,
        borderColor: RGBAColor = .black
    ) {
        self.radius = radius
        self.corners = corners
        self.borderWidth = borderWidth
        self.borderColor = borderColor
    }

    /// `roundcorners`.
    public static let name = "roundcorners"
    /// The form with its arguments.
    public static let usage =
        "roundcorners(RADIUS[,corners:topleft+topright+…][,border:WIDTH][,color:#RRGGBBAA])"
    /// The effect, in one sentence.
    public static let meaning = "Makes corners round and draws a border inside of the outline."
    /// Examples of its spelling.
    public static let examples = [
        "roundcorners(20)", "roundcorners(20,corners:topleft+bottomright,border:2,color:#ff0000)",
    ]

    /// The radius, then the values that differ from their defaults.
    public var arguments: [String] {
        var texts = [radius.spelling]
        if corners != .all { texts.append("corners:\(corners.spelling)") }
        if borderWidth != 0 { texts.append("border:\(borderWidth.spelling)") }
        if borderColor != .black { texts.append("color:\(borderColor.spelling)") }
        return texts
    }

    /// The fault of radius or border; `nil` if there is none.
    public var fault: String? {
        ResultLimits.fault(of: radius, "a radius")
            ?? ResultLimits.fault(of: borderWidth, "a border width")
    }

    /// Reads the radius, `corners:`, `border:` and `color:`.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        radius = try arguments.next("radius", "a number of pixels")
        corners = try arguments.named("corners", Corners.expected, default: .all)
        borderWidth = try arguments.named("border", "a number of pixels", default: 0)
        borderColor = try arguments.named("color", RGBAColor.expected, default: .black)
    }

    /// Returns the picture with round corners.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return RoundedRectangle(bitmap.size, radius: radius, corners: corners, border: borderWidth)
            .apply(to: bitmap, borderColor: borderColor)
    }
}
