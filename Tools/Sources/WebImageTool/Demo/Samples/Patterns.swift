import WebImage

/// Computed pictures.
enum Patterns {
    /// Returns polished stone: noise at coordinates displaced by noise.
    static func marble(_ size: PixelSize) -> Bitmap {
        let noise = Noise(seed: 5)
        let scale = 3.2 / Float(size.height)
        let tones: [Tone] = [
            Tone(hex: 0x0F2A38), Tone(hex: 0x1F6E78), Tone(hex: 0xE9DCC0), Tone(hex: 0xC96F3A),
        ]
        return .painted(size) { column, row in
            let (x, y) = (Float(column) * scale, Float(row) * scale)
            let first = noise.layered(x, y, octaves: 4)
            let second = noise.layered(x + 3.1 * first, y + 5.2 - 2.4 * first, octaves: 4)
            let vein = noise.layered(x + 3.6 * second, y + 2.9 * second, octaves: 5)
            let stone = tones[0].mixed(tones[1], smoothStep(0.2, 0.62, vein))
                .mixed(tones[2], smoothStep(0.42, 0.85, second) * 0.9)
            return stone.mixed(tones[3], smoothStep(0.55, 0.85, first * vein * 2.1) * 0.8)
        }
    }

    /// Returns a Julia set, coloured by the escape time of each point.
    static func julia(_ size: PixelSize) -> Bitmap {
        let scale = 2.2 / Float(size.height)
        let middle = SIMD2(Float(size.width), Float(size.height)) / 2
        return .painted(size) { column, row in
            escape((SIMD2(Float(column), Float(row)) + 0.5 - middle) * scale)
        }
    }

    private static let constant = SIMD2<Float>(-0.4, 0.6)

    private static func escape(_ start: SIMD2<Float>) -> Tone {
        var point = start
        var nearest = Float(4)
        for step in 0..<160 {
            let squares = point * point
            let size = squares.sum()
            if size > 64 {
                // One more step would double the logarithm; fractional steps smooth the bands.
                let beyond = Maths.logarithm(Maths.logarithm(size) / Maths.logarithm(64))
                let steps = Float(step) + 1 - beyond / Maths.logarithm(2)
                return glow(Maths.logarithm(max(steps, 1)) * 1.35)
            }
            nearest = min(nearest, size)
            point = SIMD2(squares.x - squares.y, 2 * point.x * point.y) + constant
        }
        return Tone(hex: 0x080414).mixed(Tone(hex: 0x2A1A5E), nearest * 1.4)
    }

    /// Returns a colour of a scale: night, blue, turquoise, cream, orange, crimson, night.
    private static func glow(_ place: Float) -> Tone {
        let tones: [Tone] = [
            Tone(hex: 0x0B0F2E), Tone(hex: 0x1B3F8B), Tone(hex: 0x2BB3C0), Tone(hex: 0xF6E7B4),
            Tone(hex: 0xF08A3C), Tone(hex: 0x8A1E4C), Tone(hex: 0x160A2C),
        ]
        let place = min(max(place, 0), Float(tones.count) - 1.001)
        let index = Int(place)
        return tones[index].mixed(tones[index + 1], place - Float(index))
    }

    /// Returns a badge with soft corners, for an icon.
    static func badge(_ size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        let scale = 1 / Float(size.height)
        bitmap.paintEveryPixel { column, row in
            let place = SIMD2(Float(column) + 0.5, Float(row) + 0.5) * scale - 0.5
            // A superellipse, between a circle and a square.
            let squared = place * place / (0.48 * 0.48)
            let inside = 1 - smoothStep(1 - 6 * scale, 1 + 6 * scale, (squared * squared).sum())
            var tone = Tone(hex: 0x3D7BFF).mixed(Tone(hex: 0x7B2FF7), place.y + 0.5)
            let sun = place - SIMD2(0.17, -0.17)
            tone = tone.mixed(
                .one, 1 - smoothStep(0.085, 0.085 + 2 * scale, (sun * sun).sum().squareRoot()))
            for (peak, shade) in [
                (SIMD2<Float>(-0.12, -0.1), Float(0.95)), (SIMD2(0.16, 0.07), 0.75),
            ] {
                let depth = place.y - peak.y - abs(place.x - peak.x) * 1.05
                let floor = smoothStep(0, 2 * scale, 0.27 - place.y)
                tone = tone.mixed(.one, smoothStep(0, 2 * scale, depth) * floor * shade)
            }
            return SIMD4(tone.z, tone.y, tone.x, 1) * (inside * 255)
        }
        return bitmap
    }
}
