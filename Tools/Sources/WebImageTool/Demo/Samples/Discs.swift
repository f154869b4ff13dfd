import WebImage

/// Pictures of translucent discs on transparency.
struct Discs {
    /// One disc; lengths are relative to the picture's height.
    private struct Disc {
        let center: SIMD2<Float>
        let radius: Float
        let tone: Tone
        let opacity: Float
    }

    private let size: PixelSize
    private let discs: [Disc]

    /// Returns three large overlapping discs, like the light of three lamps.
    static func lamps(_ size: PixelSize) -> Bitmap {
        let middle = SIMD2(Float(size.width) / Float(size.height) / 2, Float(0.53))
        let tones = [0xFF3B5C, 0x25C58A, 0x3478F6].map { Tone(hex: $0) }
        return Discs(
            size: size,
            discs: tones.enumerated().map { index, tone in
                let angle = Float(index) * 2 * .pi / 3 - .pi / 2
                let place = SIMD2(Maths.cosine(angle), Maths.sine(angle)) * 0.19
                return Disc(center: middle + place, radius: 0.27, tone: tone, opacity: 0.72)
            }
        ).painted()
    }

    /// Returns a flower with translucent petals.
    static func flower(_ size: PixelSize) -> Bitmap {
        let middle = SIMD2(Float(size.width) / Float(size.height) / 2, Float(0.5))
        var discs = (0..<9).map { index in
            let angle = Float(index) * 2 * .pi / 9 - .pi / 2
            let place = SIMD2(Maths.cosine(angle), Maths.sine(angle)) * 0.29
            let share = 0.5 + 0.5 * Maths.sine(angle)
            let tone = Tone(hex: 0xFF4F9A).mixed(Tone(hex: 0x6B4DFF), share)
            return Disc(center: middle + place, radius: 0.18, tone: tone, opacity: 0.62)
        }
        discs.append(
            Disc(center: middle, radius: 0.15, tone: Tone(hex: 0xFFD34E), opacity: 0.96))
        return Discs(size: size, discs: discs).painted()
    }

    private func painted() -> Bitmap {
        var bitmap = Bitmap(size: size)
        let scale = 1 / Float(size.height)
        bitmap.paintEveryPixel { column, row in
            let place = SIMD2(Float(column) + 0.5, Float(row) + 0.5) * scale
            var (tone, alpha) = (Tone.zero, Float(0))
            for disc in discs {
                let offset = place - disc.center
                let distance = (offset * offset).sum().squareRoot()
                let edge = 1 - smoothStep(disc.radius - scale, disc.radius + scale, distance)
                let cover = disc.opacity * edge * (0.78 + 0.22 * distance / disc.radius)
                // Source over, premultiplied.
                tone = disc.tone * cover + tone * (1 - cover)
                alpha = cover + alpha * (1 - cover)
            }
            return SIMD4(tone.z, tone.y, tone.x, alpha) * 255
        }
        return bitmap
    }
}
