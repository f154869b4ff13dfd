package import WebImagePixels

/// The colours of samples that are linear light already, as floats are that may be above white.
package struct LinearLight: Sendable {
    /// The matrix to the light of BT.709; nil for light of its primaries.
    package let matrix: LightMatrix?

    /// Creates the description of colours; nil if they have a curve, or tables of colours.
    ///
    /// The tag `cicp` of a profile counts before its curves and columns, which are rounded.
    package init?(_ color: ColorDescription) {
        switch color {
        case .sRGB: return nil
        case .codePoints(let points):
            guard points.transfer == .linear else { return nil }
            self.init(of: points.primaries)
        case .profile(let block):
            guard let profile = ICCProfile(block) else { return nil }
            switch (profile.statedTransfer, profile.statedPrimaries) {
            case (.linear, let primaries?): self.init(of: primaries)
            case (nil, _), (.linear, nil): self.init(profile)
            default: return nil
            }
        }
    }

    private init?(of primaries: ColorPrimaries) {
        matrix = primaries.chromaticities.matrix(to: Self.target)
        guard matrix != nil || primaries == .bt709 else { return nil }
    }

    private init?(_ profile: ICCProfile) {
        guard let shape = profile.shape, shape.curves.allSatisfy(Self.isLinear),
            let found = Self.target.matrix(from: shape.columns)
        else { return nil }
        matrix = Self.isIdentity(found) ? nil : found
    }

    private static let target = ColorPrimaries.bt709.chromaticities

    private static func isLinear(_ curve: [Float]) -> Bool {
        let scale = Float(curve.count - 1)
        return curve.indices.allSatisfy { abs(curve[$0] - Float($0) / scale) < 1e-4 }
    }

    /// Returns `true` for the matrix of profiles of BT.709, whose numbers programs round.
    private static func isIdentity(_ matrix: LightMatrix) -> Bool {
        [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].allSatisfy {
            let difference = matrix.apply($0) - $0
            return max(difference.max(), -difference.min()) < 0.002
        }
    }
}
