import WebImage

/// A lake in front of mountains, painted like a photograph.
///
/// Coordinates are relative to the picture's height: `y` runs from 0 to 1 from the top, `x` from 0
/// to the aspect ratio, so the scene looks the same at any size.
struct Landscape {
    let palette: LandscapePalette
    let size: PixelSize
    let aspect: Float
    let clouds: Noise
    let rock: Noise
    private let water: Noise
    private let grain: Noise
    /// The chains of mountains, the nearest first.
    private let ridges: [Ridge]

    /// The y coordinate at which the water begins.
    static let horizon: Float = 0.64

    /// Creates the scene of a palette; `seed` determines its mountains, clouds and waves.
    init(_ palette: LandscapePalette, size: PixelSize, seed: UInt32) {
        self.palette = palette
        self.size = size
        aspect = Float(size.width) / Float(size.height)
        clouds = Noise(seed: seed &+ 1)
        rock = Noise(seed: seed &+ 2)
        water = Noise(seed: seed &+ 3)
        grain = Noise(seed: seed &+ 4)
        ridges = Ridge.range(seed: seed, aspect: aspect).reversed()
    }

    func painted() -> Bitmap {
        let scale = 1 / Float(size.height)
        return .painted(size) { column, row in
            let x = (Float(column) + 0.5) * scale
            let y = (Float(row) + 0.5) * scale
            let tone = y < Self.horizon ? land(x, y) : lake(x, y)
            // A little grain, as of a sensor, which also hides the bands of gradients.
            let speck = grain.lattice(Int32(column), Int32(row)) - 0.5
            return vignetted(tone, x, y) + speck * 0.022
        }
    }

    /// Returns sky and mountains above the horizon, also for the reflection in the water.
    private func land(_ x: Float, _ y: Float) -> Tone {
        for ridge in ridges {
            let depth = y - ridge.top(at: x)
            if depth > 0 { return mountain(ridge, x, y, depth) }
        }
        return sky(x, y)
    }

    private func mountain(_ ridge: Ridge, _ x: Float, _ y: Float, _ depth: Float) -> Tone {
        let place = SIMD2(x * 5 + ridge.distance * 31, y * 8 - x * 1.5)
        let relief = rock.layered(place.x, place.y, octaves: 5)
        // Slopes towards the light are lit by the difference to the ground one step nearer.
        let step: Float = palette.light.x < x ? -0.05 : 0.05
        let facing = relief - rock.layered(place.x + step, place.y - 0.05, octaves: 3)
        var tone = palette.near.mixed(palette.far, ridge.distance)
        tone *= 0.72 + 0.56 * relief + facing * 2.2
        tone = tone.mixed(palette.glow, smoothStep(0, 0.16, facing) * 0.3 * ridge.distance)
        // Snow lies on high, distant ground.
        let snow = smoothStep(0.42, 0.56, relief * 1.05 + facing - depth * 2.6)
        tone = tone.mixed(palette.snow, snow * smoothStep(0.55, 0.8, ridge.distance) * 0.75)
        // Mist gathers at the foot of mountains.
        let mist = smoothStep(Self.horizon - 0.16 * ridge.distance - 0.01, Self.horizon, y)
        return tone.mixed(palette.haze, mist * (0.25 + 0.5 * ridge.distance))
    }

    /// Returns the reflection, distorted by waves that shrink towards the horizon, darker below.
    private func lake(_ x: Float, _ y: Float) -> Tone {
        let depth = y - Self.horizon
        let nearness = depth / (1 - Self.horizon)
        let rows = 26 / (0.06 + nearness)
        let swell = water.layered(x * rows * 0.16, rows * 2.6, octaves: 3) - 0.5
        let ripple = water.layered(x * rows * 0.7 + 40, rows * 7, octaves: 2) - 0.5
        let bend = (swell * 0.9 + ripple * 0.5) * (0.02 + nearness * 0.13)
        let mirrored = min(max(Self.horizon - depth * 0.95 - abs(bend), 0.0), Self.horizon - 0.002)
        var tone = land(min(max(x + bend * 0.35, 0), aspect), mirrored)
        tone = tone.mixed(palette.deep, 0.16 + 0.5 * smoothStep(0, 1, nearness))
        let across = (x - palette.light.x) / (0.03 + nearness * 0.16)
        let path = Maths.exponential(-across * across)
        let glints = smoothStep(0.04, 0.3, swell + ripple * 0.8)
        tone = tone.mixed(palette.glow, path * (0.18 + 0.75 * glints) * palette.glitter)
        return tone + Tone(repeating: ripple * 0.07 * (0.3 + nearness))
    }

    private func vignetted(_ tone: Tone, _ x: Float, _ y: Float) -> Tone {
        let (across, down) = (x / aspect - 0.5, y - 0.5)
        return tone * (1.04 - 0.42 * (across * across + down * down))
    }
}
