import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A sharpening of edges, as libvips and imgproxy do it.
package struct Sharpen: SpelledTransform {
    private static let largestSigma = 10.0

    package let sigma: Double

    package init(_ sigma: Double) {
        self.sigma = sigma
    }

    package static let name = "sharpen"
    package static let usage = "sharpen(SIGMA)"
    package static let meaning = "Sharpens edges of a width of about SIGMA pixels, up to 10."
    package static let examples = ["sharpen(1)"]

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
        return bitmap.sharpened(sigma: sigma)
    }
}
