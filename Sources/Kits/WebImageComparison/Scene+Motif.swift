public import WebImagePixels

extension Scene {
    /// The subject of a picture that is painted in the colours of a palette, and may move.
    public enum Motif: String, CaseIterable, Sendable {
        case hills, bubbles, mosaic, ribbons, rings, stars

        /// Returns an opaque picture of the motif.
        ///
        /// - Parameters:
        ///   - size: The width and height in pixels, each at least 1.
        ///   - palette: The colours.
        ///   - seed: The start of the random numbers: equal seeds give equal pixels.
        ///   - time: The part of the animation, 0 to 1, which ends where it began.
        public func picture(
            size: PixelSize, palette: Palette, seed: UInt32, time: Float = 0
        ) -> Bitmap {
            let (noise, turn) = (Lattice(seed: seed), time * 2 * .pi)
            // The height of the picture is 1.
            let scale = 1 / Float(size.height)
            return Scene.picture(size, isOpaque: true) { x, y in
                let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5) * scale
                let tone = tone(at: place, turn, noise, palette)
                return SIMD4(byte(tone.z), byte(tone.y), byte(tone.x), 255)
            }
        }

        private func tone(
            at place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            switch self {
            case .hills: Self.hills(place, turn, noise, palette)
            case .bubbles: Self.bubbles(place, turn, noise, palette)
            case .mosaic: Self.mosaic(place, turn, noise, palette)
            case .ribbons: Self.ribbons(place, turn, noise, palette)
            case .rings: Self.rings(place, turn, noise, palette)
            case .stars: Self.stars(place, turn, noise, palette)
            }
        }

        private func byte(_ part: Float) -> UInt8 { UInt8(min(max(part, 0), 1) * 255 + 0.5) }

        private static func hills(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            for layer in stride(from: 4, through: 0, by: -1) {
                let depth = Float(layer)
                let top =
                    0.42 + depth * 0.13
                    - 0.16
                    * noise.smooth(
                        place.x * (2.2 + depth * 0.5) + 0.4 * depth * sine(turn), depth * 7)
                if place.y > top {
                    let light = 0.62 - depth * 0.14 - (place.y - top) * 0.35
                    return palette.tone(light + 0.03 * noise.smooth(place.x * 90, place.y * 120))
                }
            }
            let sun = SIMD2(0.3 + noise.value(1, 9) * 0.7, 0.16 + noise.value(2, 9) * 0.12)
            let offset = place - sun
            let distance = (offset * offset).sum().squareRoot()
            if distance < 0.075 { return palette.tone(1) }
            let glow = exponential(-distance * 5) * 0.3
            return palette.tone(0.55 + place.y * 0.4 + glow)
        }

        private static func bubbles(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            var tone = palette.tone(0.1 + place.y * 0.35)
            for index in 0..<14 {
                let key = Int32(index)
                let radius = 0.05 + 0.16 * noise.value(key, 3)
                let sway = SIMD2(cosine(turn + Float(index)), sine(turn + Float(index))) * 0.04
                let centre = SIMD2(noise.value(key, 1) * 1.4, noise.value(key, 2)) + sway
                let offset = place - centre
                let distance = (offset * offset).sum().squareRoot() / radius
                if distance < 1 {
                    let rim = distance * distance * distance
                    let share = 0.3 + 0.5 * rim
                    let fill = palette.tone(0.35 + 0.6 * noise.value(key, 4))
                    tone += (fill - tone) * share
                }
            }
            return tone
        }

        private static func mosaic(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            let scale: Float = 7
            let cell = SIMD2(Int32(place.x * scale), Int32(place.y * scale))
            let inner = place * scale - SIMD2(Float(cell.x), Float(cell.y)) - 0.5
            let isTriangle =
                noise.value(cell.x, cell.y) > 0.5 ? inner.x > inner.y : inner.x > -inner.y
            let pick = noise.value(cell.x &* 2 &+ (isTriangle ? 1 : 0), cell.y &+ 77)
            let wave = 0.14 * sine(turn + pick * 6.28)
            let edge = min(0.5 - abs(inner.x), 0.5 - abs(inner.y)) < 0.025 ? Float(-0.12) : 0
            return palette.tone(0.12 + 0.8 * pick + wave + edge)
        }

        private static func ribbons(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            let bend = noise.smooth(place.x * 1.7, 3 + 0.5 * sine(turn)) * 0.9
            let height = place.y * 3.2 + bend * 2 + place.x * (noise.value(4, 4) - 0.5)
            let band = height - Float(Int(height))
            let index = Int32(height)
            let light = 0.15 + 0.75 * noise.value(index, 12)
            return palette.tone(light + 0.25 * (band - 0.5) * (1 - band))
        }

        private static func rings(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            let one = place - SIMD2(0.2 + 0.5 * noise.value(1, 1), 0.2 + 0.6 * noise.value(2, 1))
            let other = place - SIMD2(0.7 + 0.5 * noise.value(3, 1), 0.2 + 0.6 * noise.value(4, 1))
            let near = (one * one).sum().squareRoot()
            let far = (other * other).sum().squareRoot()
            let wave = sine(near * 34 - turn) + sine(far * 26 + turn)
            return palette.tone(0.5 + 0.2 * wave + 0.2 * (0.5 - place.y))
        }

        private static func stars(
            _ place: SIMD2<Float>, _ turn: Float, _ noise: Lattice, _ palette: Palette
        ) -> SIMD3<Float> {
            let cloud =
                noise.smooth(place.x * 3 + 5, place.y * 3) * noise.smooth(place.x * 7, place.y * 8)
            var tone = palette.tone(0.04 + 0.55 * cloud + 0.1 * place.y)
            let scale: Float = 16
            let cell = SIMD2(Int32(place.x * scale), Int32(place.y * scale))
            let bright = noise.value(cell.x, cell.y)
            guard bright > 0.6 else { return tone }
            let spot =
                SIMD2(noise.value(cell.y, cell.x &+ 3), noise.value(cell.x &+ 9, cell.y)) * 0.6
                + 0.2
            let offset = place * scale - SIMD2(Float(cell.x), Float(cell.y)) - spot
            let glow = exponential(-(offset * offset).sum() * (160 - 120 * bright))
            let twinkle = 0.7 + 0.3 * sine(turn + bright * 40)
            tone += (palette.tone(1) - tone) * min(glow * twinkle * 1.6 * (bright - 0.4), 1)
            return tone
        }
    }
}

private func sine(_ angle: Float) -> Float { Float(WebImagePixels.sine(Double(angle))) }
private func cosine(_ angle: Float) -> Float { Float(WebImagePixels.cosine(Double(angle))) }
private func exponential(_ power: Float) -> Float {
    Float(WebImagePixels.exponential(Double(power)))
}
