import WebImageLoading
public import WebImagePixels

/// A Gaussian blur.
public struct Blur: SpelledTransform, BuiltInTransform {
    private static let largestSigma = 500.0

    /// The standard deviation of the Gaussian in pixels, 0 to 500; up to 0.1 changes nothing.
    public let sigma: Double

    /// Creates a blur of standard deviation `sigma` pixels, 0 to 500.
    public init(_ sigma: Double) {
        self.sigma = sigma
    }

    /// `blur`.
    public static let name = "blur"
    /// The form with its arguments.
    public static let usage = "blur(SIGMA)"
    /// The effect, in one sentence.
    public static let meaning = "Blurs by a Gaussian of standard deviation SIGMA pixels, up to 500."
    /// Examples of its spelling.
    public static let examples = ["blur(3)"]

    /// The standard deviation.
    public var arguments: [String] { [sigma.spelling] }

    /// The fault of the standard deviation; `nil` if there is none.
    public var fault: String? {
        ResultLimits.fault(of: sigma, "a standard deviation", upTo: Self.largestSigma)
    }

    /// Reads the standard deviation.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        sigma = try arguments.next("sigma", "a number of pixels")
    }

    /// Returns the blurred picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.blurred(sigma: sigma)
    }
}
