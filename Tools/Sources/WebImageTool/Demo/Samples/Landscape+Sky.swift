import WebImage

extension Landscape {
    /// Returns the sky: gradient, light, clouds, stars and northern lights.
    func sky(_ x: Float, _ y: Float) -> Tone {
        let height = y / Self.horizon
        var tone =
            height < 0.55
            ? palette.zenith.mixed(palette.middle, height / 0.55)
            : palette.middle.mixed(palette.haze, (height - 0.55) / 0.45)
        if palette.stars > 0 { tone += starlight(x, y) * palette.stars * (1 - height * 0.8) }
        if palette.aurora > 0 { tone += aurora(x, height) * palette.aurora }
        return clouded(lit(tone, x, y), x, y)
    }

    /// Adds the disc of sun or moon and its glow.
    private func lit(_ tone: Tone, _ x: Float, _ y: Float) -> Tone {
        let (across, down) = (x - palette.light.x, y - palette.light.y)
        let distance = (across * across + down * down).squareRoot()
        let near = Maths.exponential(-distance * 9) * 0.75
        let wide = Maths.exponential(-distance * 2.4) * 0.4
        let glowing = tone.mixed(palette.glow, (near + wide) * palette.glare)
        let edge = 1.2 / Float(size.height)
        let disc = 1 - smoothStep(palette.radius - edge, palette.radius + edge, distance)
        return glowing.mixed(palette.disc, disc)
    }

    private func clouded(_ tone: Tone, _ x: Float, _ y: Float) -> Tone {
        guard palette.clouds > 0 else { return tone }
        // Seen from below, clouds look flatter the nearer they are to the horizon.
        let flat = 1.6 + 5.5 * y
        let warp = clouds.layered(x * 1.4, y * flat, octaves: 3)
        let mass = clouds.layered(x * 2.1 + warp * 1.3, y * flat * 1.5 + warp, octaves: 6)
        let cover = smoothStep(0.49, 0.74, mass) * palette.clouds
        let (across, down) = (x - palette.light.x, y - palette.light.y)
        let nearness = Maths.exponential(-(across * across + down * down) * 3.2)
        let color = palette.shade.mixed(
            palette.glow, nearness * 0.8 + smoothStep(0.5, 0.9, mass) * 0.2)
        return tone.mixed(color, cover * (1 - 0.35 * smoothStep(0.5, 0.64, y)))
    }

    /// Returns the light of stars: one in some cells of a grid, with varying brightness.
    private func starlight(_ x: Float, _ y: Float) -> Tone {
        let cells: Float = 90
        let (column, row) = ((x * cells).rounded(.down), (y * cells).rounded(.down))
        let key = (Int32(column), Int32(row))
        let chance = rock.lattice(key.0, key.1)
        guard chance > 0.72 else { return .zero }
        let place = SIMD2(
            0.2 + 0.6 * clouds.lattice(key.0, key.1), 0.2 + 0.6 * rock.lattice(key.1, key.0 &+ 7))
        let offset = SIMD2(x * cells - column, y * cells - row) - place
        let distance = (offset * offset).sum()
        let strength = (chance - 0.72) / 0.28
        let shine = Maths.exponential(-distance * (260 - 190 * strength)) * (0.25 + strength)
        return Tone(0.86, 0.92, 1) * shine
    }

    /// Returns northern lights: wavy bands, sharp below and fading upwards, with streaks.
    private func aurora(_ x: Float, _ height: Float) -> Tone {
        var tone = Tone.zero
        for band in 0..<3 {
            let offset = Float(band)
            let wave = clouds.layered(x * 1.3 + offset * 11, offset * 5, octaves: 3) - 0.5
            let edge = 0.74 - offset * 0.17 + wave * 0.62
            let above = edge - height
            guard above > -0.03 else { continue }
            let streaks = 0.45 + 0.85 * clouds.value(x * 42 + wave * 60, offset * 3 + height * 0.8)
            let fade = Maths.exponential(-max(above, 0) * 5.2) * smoothStep(-0.03, 0.02, above)
            let color = Tone(hex: 0x3CF0A0).mixed(Tone(hex: 0x9A58E8), above * 3.1)
            tone += color * (fade * streaks * (0.62 - 0.12 * offset))
        }
        return tone
    }
}
