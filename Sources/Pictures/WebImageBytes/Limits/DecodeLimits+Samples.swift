import WebImagePixels

// The one count of the work of all decoders.
extension DecodeLimits {
    /// The most samples that are read for one shown picture, of all its layers, cells, planes and
    /// hidden frames: eight for each of ``maxPixels``.
    package var maxSamples: Int {
        max(Self.product(max(maxPixels, 0), Self.samplesPerPixel), Self.freeSamples)
    }

    /// The samples allowed for each pixel: two layers of colours and alpha.
    private static let samplesPerPixel = 8
    /// The number of samples that is always allowed, regardless of the limits.
    private static let freeSamples = 1 << 24

    /// Returns a product of numbers that are not negative, `Int.max` if it is larger.
    package static func product(_ factors: Int...) -> Int {
        factors.reduce(1) { product, factor in
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            return overflow ? .max : next
        }
    }

    /// Checks the samples that are read for one shown picture, before anything is read.
    ///
    /// - Parameters:
    ///   - samples: The samples of a pixel × area, summed over all parts and frames.
    ///   - what: The parts, for the error.
    /// - Throws: `CodecError.limit` if there are more than ``maxSamples``.
    package func check(
        samples: Int, of what: @autoclosure () -> String
    ) throws(CodecError) {
        guard samples <= maxSamples else {
            throw .limit("\(what()): \(samples) samples, more than the \(maxSamples) allowed")
        }
    }
}
