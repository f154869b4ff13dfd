public import WebImageTesting

extension ColorSignature {
    /// Returns why the signature matches none of the renderings; `nil` if it matches one.
    public func mismatch(with renderings: [Corpus.Rendering]) -> String? {
        var reasons: [String] = []
        for rendering in renderings {
            let mean = Self.distance(meanRGBA, rendering.meanRGBA)
            let cells =
                zip(sig8x8, rendering.sig8x8).map { Self.distance($0, $1) }.max() ?? .infinity
            if mean <= rendering.tolerance.mean, cells <= rendering.tolerance.sig { return nil }
            let (tenthMean, tenthCells) = ((mean * 10).rounded() / 10, (cells * 10).rounded() / 10)
            reasons.append(
                "mean \(tenthMean) of \(rendering.tolerance.mean), "
                    + "cells \(tenthCells) of \(rendering.tolerance.sig)")
        }
        return reasons.isEmpty ? nil : "colour is off: " + reasons.joined(separator: "; ")
    }

    private static func distance(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).map { abs($0 - $1) }.max() ?? .infinity
    }
}
