import WebImageLoading
public import WebImagePixels

/// A clockwise rotation on a canvas that grows to hold all of the picture.
///
/// Right angles are exact; other angles are sampled bicubically with smooth edges. Pixels of the
/// canvas that the picture does not cover are transparent.
public struct Rotate: SpelledTransform, BuiltInTransform {
    /// The angle: at least 0, less than 360.
    public let degrees: Double

    /// Creates a clockwise rotation; the angle is reduced to 0 up to 360 degrees.
    public init(degrees: Double) {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        self.degrees = positive == 360 ? 0 : positive
    }

    /// `rotate`.
    public static let name = "rotate"
    /// The form with its arguments.
    public static let usage = "rotate(DEGREES)"
    /// The effect, in one sentence.
    public static let meaning = "Turns clockwise; the canvas grows, its corners are transparent."
    /// Examples of its spelling.
    public static let examples = ["rotate(90)", "rotate(12.5)"]

    /// The angle.
    public var arguments: [String] { [degrees.spelling] }

    /// The fault of the angle; `nil` if there is none.
    public var fault: String? {
        degrees.isFinite ? nil : "expected a finite angle, found \(degrees)"
    }

    /// Reads the angle.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        self.init(degrees: try arguments.next("angle", "degrees such as 90 or 12.5"))
    }

    /// Returns the rotated picture.
    ///
    /// - Throws: `TransformFailure` if it would be too large.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        try ResultLimits.check(bitmap.size.rotated(degrees: degrees), for: self)
        return bitmap.rotated(degrees: degrees)
    }

    /// Returns the canvas that holds all of it.
    public func resultSize(of size: PixelSize) -> PixelSize {
        fault == nil ? size.rotated(degrees: degrees) : size
    }
}
