import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A Gaussian blur.
package struct Blur: SpelledTransform {
    private static let largestSigma = 500.0

    package let sigma: Double

    package init(_ sigma: Double) {
        self.sigma = sigma
    }

    package static let name = "blur"
    package static let usage = "blur(SIGMA)"
    package static let meaning =
        "Blurs by a Gaussian of standard deviation SIGMA pixels, up to 500."
    package static let examples = ["blur(3)"]

    package var arguments: [String] { [sigma.spelling] }

    package var fault: String? {
        ResultLimits.fault(of: sigma, "a standard deviation", upTo: Self.largestSigma)
    }

    package var isIdentity: Bool { sigma == 0 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        sigma = try arguments.next("sigma", "a number of pixels")
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.blurred(sigma: sigma)
    }
}
