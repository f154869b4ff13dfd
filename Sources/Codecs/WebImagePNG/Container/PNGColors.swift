#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The chunks that state colours and the bits of them.
    ///
    /// W3C PNG, third edition, section 4.3: `cICP` has precedence over `iCCP`, then come `sRGB`,
    /// and `gAMA` with `cHRM`. A chunk whose numbers are reserved, contradictory or impossible
    /// counts as missing, as a damaged one does. `cHRM` without `gAMA` is ignored, as in browsers.
    struct PNGColors {
        /// The body of `iCCP`; empty without one, as the others.
        private(set) var profileChunk: [UInt8] = []
        /// The body of `sBIT`.
        private(set) var bitsChunk: [UInt8] = []
        private var codePointChunk: [UInt8] = []
        private var gammaChunk: [UInt8] = []
        private var placeChunk: [UInt8] = []
        private var lightChunk: [UInt8] = []
        private var displayChunk: [UInt8] = []
        private var isStandard = false

        /// Takes the body of a chunk, the first of its kind; one that states no colours is ignored.
        mutating func take(_ name: PNGName, _ body: [UInt8]) {
            func take(_ count: Int, into chunk: inout [UInt8]) {
                if chunk.isEmpty, body.count == count { chunk = body }
            }
            switch name {
            case .profile: take(body.count, into: &profileChunk)
            case .significantBits: take(body.count, into: &bitsChunk)
            case .codePoints: take(4, into: &codePointChunk)
            case .standardColors: isStandard = isStandard || body.count == 1 && body[0] < 4
            case .gamma: take(4, into: &gammaChunk)
            case .chromaticities: take(32, into: &placeChunk)
            // Drafts of the standard spelled two names with a small last letter.
            case .contentLight, .draftContentLight: take(8, into: &lightChunk)
            case .masteringDisplay, .draftMasteringDisplay: take(24, into: &displayChunk)
            default: break
            }
        }

        /// The colours that `cICP` states.
        var codePoints: ColorDescription? {
            let body = codePointChunk
            guard !body.isEmpty, body[2] == 0, body[3] < 2 else { return nil }
            let (primaries, transfer) = (Int(body[0]), Int(body[1]))
            let color = ColorDescription(primaries: primaries, transfer: transfer)
            // Reserved numbers are described as sRGB too; two unspecified ones state nothing.
            let isStated = [[1, 13], [1, 2], [2, 13]].contains([primaries, transfer])
            return color != .sRGB || isStated ? color : nil
        }

        /// `true` if `cICP` states that 16 is black and 235 white of 8 bits.
        var hasNarrowRange: Bool { codePoints != nil && codePointChunk[3] == 0 }

        /// The colours without `cICP` and a sound profile.
        var plain: ColorDescription {
            guard !isStandard, !gammaChunk.isEmpty else { return .sRGB }
            let gamma = 100_000 / Double(Self.number(gammaChunk, at: 0))
            return chromaticities.flatMap { Self.color($0, gamma) }
                ?? Self.color(ColorPrimaries.bt709.chromaticities, gamma) ?? .sRGB
        }

        /// The light that `cLLI` states; nil without it.
        var contentLight: ContentLight? {
            guard !lightChunk.isEmpty else { return nil }
            let (maximum, average) = (
                Self.number(lightChunk, at: 0), Self.number(lightChunk, at: 4)
            )
            guard maximum > 0 else { return nil }
            return ContentLight(tenThousandths: maximum, average: average)
        }

        /// The luminance of the brightest pixel in cd/m², otherwise of the mastering display.
        var peak: Double? {
            let light = lightChunk.isEmpty ? 0 : Self.number(lightChunk, at: 0)
            let display = displayChunk.isEmpty ? 0 : Self.number(displayChunk, at: 16)
            let peak = light > 0 ? light : display
            return peak > 0 ? Double(peak) / 10000 : nil
        }

        /// The places of `cHRM`; nil if no colour can have one of them.
        private var chromaticities: Chromaticities? {
            guard !placeChunk.isEmpty else { return nil }
            let places = stride(from: 0, to: 32, by: 8).map {
                SIMD2(
                    Double(Self.number(placeChunk, at: $0)),
                    Double(Self.number(placeChunk, at: $0 + 4))) / 100_000
            }
            guard places.allSatisfy({ $0.y > 0 && $0.x + $0.y <= 1 }) else { return nil }
            return Chromaticities(
                red: places[1], green: places[2], blue: places[3], white: places[0])
        }

        private static func number(_ body: [UInt8], at place: Int) -> UInt32 {
            body[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// Returns the colours of a gamma; nil if no profile can hold the numbers.
        ///
        /// Within the tolerances of libpng, 2.2 with the primaries of sRGB is sRGB. Linear light of
        /// known primaries has code points, so that its dark levels are not lost.
        private static func color(_ places: Chromaticities, _ gamma: Double) -> ColorDescription? {
            let known = ColorPrimaries(near: places)
            if known == .bt709, (2.2 / gamma - 1).magnitude < 0.05 { return .sRGB }
            if let known, (gamma - 1).magnitude < 0.01 {
                return ColorDescription(ColorCodePoints(primaries: known, transfer: .linear))
            }
            let name = "\(known?.name ?? "custom primaries") gamma \((gamma * 100).rounded() / 100)"
            return ICCProfile.build(name, places, .gamma(gamma)).map { .profile($0) }
        }
    }
#endif
