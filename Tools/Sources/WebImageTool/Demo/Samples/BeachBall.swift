import WebImage

/// A rotating, bouncing ball: frames of palette indices for a GIF.
struct BeachBall {
    private let size: PixelSize
    private let frameCount: Int

    /// Six segments of the ball in 30 shades each, then sky, then floor.
    static let palette: [Tone] = ball + sky + floor

    private static let shades = 30
    private static let segments: [UInt32] = [
        0xF4F1EA, 0xE5383B, 0xF4F1EA, 0xF6AE2D, 0xF4F1EA, 0x2F86D1,
    ]
    private static let ball = segments.flatMap { color in
        (0..<shades).map { shade in
            let light = Float(shade) / Float(shades - 1)
            return (Tone(hex: color) * (0.22 + 0.86 * light))
                .mixed(.one, smoothStep(0.86, 1, light) * 0.75)
        }
    }
    private static let sky = (0..<44).map {
        Tone(hex: 0x3B8FD6).mixed(Tone(hex: 0xE6F3FA), Float($0) / 43)
    }
    private static let floor = (0..<28).map {
        Tone(hex: 0x6E5330).mixed(Tone(hex: 0xEBD3A0), Float($0) / 27)
    }

    /// Returns all frames of an endless animation.
    static func frames(_ size: PixelSize, count: Int) -> [[UInt8]] {
        let scene = BeachBall(size: size, frameCount: count)
        return (0..<count).map(scene.frame)
    }

    private func frame(_ number: Int) -> [UInt8] {
        let time = Float(number) / Float(frameCount)
        // A parabola that touches the floor once in each loop.
        let flight = 1 - (2 * time - 1) * (2 * time - 1)
        let scale = 1 / Float(size.height)
        let center = SIMD2(Float(size.width) * scale / 2, 0.7 - 0.42 * flight)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.area)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let place = SIMD2(Float(column) + 0.5, Float(row) + 0.5) * scale
                pixels.append(
                    ballIndex(place - center, turn: time) ?? groundIndex(place, column, row, flight)
                )
            }
        }
        return pixels
    }

    /// Returns the palette index of a pixel of the ball, nil outside.
    private func ballIndex(_ offset: SIMD2<Float>, turn: Float) -> UInt8? {
        let radius: Float = 0.21
        let place = offset / radius
        let depth = 1 - (place * place).sum()
        guard depth >= 0 else { return nil }
        let front = depth.squareRoot()
        let light = min(max(place.x * -0.45 + place.y * -0.6 + front * 0.66, 0), 1)
        // The poles are tilted towards the viewer, which shows the meeting point of the segments.
        let tilted = (across: place.x, along: place.y * 0.55 + front * 0.84)
        let pole = place.y * 0.84 - front * 0.55
        let angle =
            Maths.angle(tilted.along - 0.6, tilted.across + pole * 0.2) / (2 * .pi) + 0.5 + turn
        let segment = Int(angle * 6) % 6
        let shade = Int(light * Float(Self.shades - 1))
        return UInt8(segment * Self.shades + shade)
    }

    /// Returns the palette index of a pixel of sky or floor, with the ball's shadow.
    private func groundIndex(
        _ place: SIMD2<Float>, _ column: Int, _ row: Int, _ flight: Float
    ) -> UInt8 {
        let dither = Float((column & 1) * 2 ^ (row & 1) * 3) / 4
        if place.y < 0.78 {
            let shade = min(place.y / 0.78 * 42 + dither, 43)
            return UInt8(Self.ball.count + Int(shade))
        }
        let middle = Float(size.width) / Float(size.height) / 2
        let offset = SIMD2((place.x - middle) / (0.24 - 0.07 * flight), (place.y - 0.9) / 0.06)
        let dark = (1 - smoothStep(0.3, 1.1, (offset * offset).sum())) * (0.85 - 0.5 * flight)
        let shade = min(max((0.5 + (place.y - 0.78) * 2) * (1 - dark) * 26 + dither, 0), 27)
        return UInt8(Self.ball.count + Self.sky.count + Int(shade))
    }
}
