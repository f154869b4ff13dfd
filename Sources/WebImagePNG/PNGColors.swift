#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The chunks that state colours.
    ///
    /// W3C PNG, third edition, section 4.3: `cICP` has precedence over `iCCP`, then come `sRGB`, and
    /// `gAMA` with `cHRM`. A chunk whose numbers are reserved, contradictory or impossible counts as
    /// missing, as a damaged one does. `cHRM` without `gAMA` is ignored, as in browsers.
    struct PNGColors {
        /// The bodies of the chunks, the first of each kind.
        private var bodies: [PNGName: [UInt8]] = [:]

        /// Takes the body of a chunk; one that states no colours is ignored.
        mutating func take(_ name: PNGName, _ body: [UInt8]) {
            // Drafts of the standard spelled two names with a small last letter.
            let name = PNGName(rawValue: name.rawValue & ~0x20)
            guard name == .profile ? !body.isEmpty : Self.lengths[name] == body.count,
                bodies[name] == nil
            else { return }
            bodies[name] = body
        }

        private static let lengths: [PNGName: Int] = [
            .codePoints: 4, .standardColors: 1, .gamma: 4, .chromaticities: 32, .contentLight: 8,
            .masteringDisplay: 24,
        ]

        /// The body of `iCCP`.
        var profileChunk: [UInt8]? { bodies[.profile] }

        /// The colours that `cICP` states.
        var codePoints: ColorDescription? {
            guard let body = bodies[.codePoints], body[2] == 0, body[3] < 2 else { return nil }
            let (primaries, transfer) = (Int(body[0]), Int(body[1]))
            let color = ColorDescription(primaries: primaries, transfer: transfer)
            // Reserved numbers are described as sRGB too; two unspecified ones state nothing.
            let isStated = [[1, 13], [1, 2], [2, 13]].contains([primaries, transfer])
            return color != .sRGB || isStated ? color : nil
        }

        /// `true` if `cICP` states that 16 is black and 235 white of 8 bits.
        var hasNarrowRange: Bool { codePoints != nil && bodies[.codePoints]?[3] == 0 }

        /// The colours without `cICP` and a sound profile.
        var plain: ColorDescription {
            guard bodies[.standardColors] == nil, let number = number(of: .gamma) else {
                return .sRGB
            }
            let gamma = 100_000 / Double(number)
            return chromaticities.flatMap { Self.color($0, gamma) }
                ?? Self.color(ColorPrimaries.bt709.chromaticities, gamma) ?? .sRGB
        }

        /// The luminance of the brightest pixel in cd/m², otherwise that of the mastering display.
        var peak: Double? {
            [number(of: .contentLight), number(of: .masteringDisplay, at: 16)]
                .compactMap { $0 }.first { $0 > 0 }.map { Double($0) / 10000 }
        }

        /// The places of `cHRM`; nil if no colour can have one of them.
        private var chromaticities: Chromaticities? {
            let numbers = (0..<8).compactMap { number(of: .chromaticities, at: $0 * 4) }
            guard numbers.count == 8 else { return nil }
            let places = stride(from: 0, to: 8, by: 2).map {
                SIMD2(Double(numbers[$0]), Double(numbers[$0 + 1])) / 100_000
            }
            guard places.allSatisfy({ $0.y > 0 && $0.x + $0.y <= 1 }) else { return nil }
            return Chromaticities(
                red: places[1], green: places[2], blue: places[3], white: places[0])
        }

        private func number(of name: PNGName, at place: Int = 0) -> UInt32? {
            bodies[name]?[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
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
