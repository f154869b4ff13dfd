/// The colours of a landscape's light, and the strengths of its effects.
struct LandscapePalette: Sendable {
    /// The sky straight above.
    var zenith: Tone
    /// The sky halfway down.
    var middle: Tone
    /// The air at the horizon.
    var haze: Tone
    /// The light around the sun or moon.
    var glow: Tone
    /// The sun or moon.
    var disc: Tone
    /// The dark side of clouds.
    var shade: Tone
    /// The distant mountains.
    var far: Tone
    /// The near hills.
    var near: Tone
    var snow: Tone
    /// Water seen from above.
    var deep: Tone
    /// The position of the sun or moon, relative to the picture's height.
    var light: SIMD2<Float>
    /// The radius of the sun or moon.
    var radius: Float = 0.034
    /// The reach of its light, 0 to 1.
    var glare: Float = 1
    /// The strength of its reflection in the waves.
    var glitter: Float = 1
    /// The amount of clouds, 0 for none.
    var clouds: Float = 0.9
    /// The brightness of stars, 0 for none.
    var stars: Float = 0
    /// The brightness of northern lights, 0 for none.
    var aurora: Float = 0

    /// Shortly after sunrise.
    static let dawn = LandscapePalette(
        zenith: Tone(hex: 0x2C5A96), middle: Tone(hex: 0x86A9CE), haze: Tone(hex: 0xF6CFA6),
        glow: Tone(hex: 0xFFD795), disc: Tone(hex: 0xFFF8E2), shade: Tone(hex: 0xA88FA6),
        far: Tone(hex: 0x7886A6), near: Tone(hex: 0x1D2B33), snow: Tone(hex: 0xFFE9DC),
        deep: Tone(hex: 0x1B3A55), light: SIMD2(0.92, 0.33))

    /// A night with northern lights.
    static let aurora = LandscapePalette(
        zenith: Tone(hex: 0x050B1E), middle: Tone(hex: 0x0B1E3C), haze: Tone(hex: 0x1B4A5C),
        glow: Tone(hex: 0xBFE8E0), disc: Tone(hex: 0xF4F6EC), shade: Tone(hex: 0x0E1C30),
        far: Tone(hex: 0x24405C), near: Tone(hex: 0x050B12), snow: Tone(hex: 0x7FB9B4),
        deep: Tone(hex: 0x04101C), light: SIMD2(0.2, 0.13), radius: 0.02, glare: 0.45,
        glitter: 0.4, clouds: 0.15, stars: 1, aurora: 1)

    /// Shortly after sunset.
    static let dusk = LandscapePalette(
        zenith: Tone(hex: 0x22184A), middle: Tone(hex: 0x8A3A74), haze: Tone(hex: 0xFF9152),
        glow: Tone(hex: 0xFFC061), disc: Tone(hex: 0xFFE9B0), shade: Tone(hex: 0x5A2A62),
        far: Tone(hex: 0x6B3B6E), near: Tone(hex: 0x150C22), snow: Tone(hex: 0xF0A08C),
        deep: Tone(hex: 0x1E1238), light: SIMD2(0.5, 0.52), radius: 0.06, stars: 0.35)

    /// Noon in summer.
    static let noon = LandscapePalette(
        zenith: Tone(hex: 0x1E6FC8), middle: Tone(hex: 0x66AEE8), haze: Tone(hex: 0xD8ECF4),
        glow: Tone(hex: 0xFFFFFF), disc: Tone(hex: 0xFFFFFF), shade: Tone(hex: 0xB8C8D6),
        far: Tone(hex: 0x6E93B4), near: Tone(hex: 0x2E5A34), snow: Tone(hex: 0xFFFFFF),
        deep: Tone(hex: 0x0E5A6E), light: SIMD2(1.08, 0.06), radius: 0.03, glare: 0.8,
        glitter: 0.5, clouds: 1)
}
