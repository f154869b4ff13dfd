import WebImageCaching
import WebImageLoading
public import WebImagePixels

/// Blurs a picture.
public struct Blur: SpelledTransform, BuiltInTransform {
    /// The largest standard deviation.
    private static let largestSigma = 500.0

    /// The standard deviation of the Gaussian in pixels, 0 to 500; up to 0.1 changes nothing.
    public let sigma: Double

    /// A Gaussian blur of standard deviation `sigma` pixels, 0 to 500.
    public init(_ sigma: Double) {
        self.sigma = sigma
    }

    /// `blur`.
    public static let name = "blur"
    /// The form with its arguments.
    public static let usage = "blur(SIGMA)"
    /// What it does.
    public static let meaning = "Blurs by a Gaussian of standard deviation SIGMA pixels, up to 500."
    /// Spellings to learn from.
    public static let examples = ["blur(3)"]

    /// The standard deviation.
    public var arguments: [String] { [sigma.spelling] }

    /// What is wrong with the standard deviation.
    public var fault: String? {
        ResultLimits.fault(of: sigma, "a standard deviation", upTo: Self.largestSigma)
    }

    /// Reads the standard deviation.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        sigma = try arguments.next("sigma", "a number of pixels")
    }

    /// The blurred picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.blurred(sigma: sigma)
    }
}
