import WebImage

/// A chart of gradients, bars and a circle, on which errors of colour and shape are visible.
enum TestChart {
    private static let bars: [Tone] = [
        Tone(hex: 0xF2F2F2), Tone(hex: 0xF0D13C), Tone(hex: 0x3CC8D8), Tone(hex: 0x3FB950),
        Tone(hex: 0xC850B4), Tone(hex: 0xD8473C), Tone(hex: 0x3C5AD2),
    ]

    /// Returns the chart, designed for the aspect ratio 4 : 3.
    static func painted(_ size: PixelSize) -> Bitmap {
        let (width, height) = (Float(size.width), Float(size.height))
        return .painted(size) { column, row in
            let x = (Float(column) + 0.5) / width
            let y = (Float(row) + 0.5) / height
            let ground = field(x, y)
            // A circle in pixels, whatever the aspect ratio of the picture.
            let offset = SIMD2((x - 0.5) * width / height, y - 0.5)
            let distance = (offset * offset).sum().squareRoot()
            let ring = 1 - smoothStep(0.004, 0.0065, abs(distance - 0.43))
            let wheel = 1 - smoothStep(0.209, 0.212, distance)
            return ground.mixed(colorWheel(offset, distance), wheel).mixed(.one, ring)
        }
    }

    private static func field(_ x: Float, _ y: Float) -> Tone {
        if y < 0.3 { return bars[min(Int(x * Float(bars.count)), bars.count - 1)] }
        if y < 0.42 { return Tone(repeating: x) }
        if y < 0.72 { return checked(x, y) }
        if y < 0.86 { return hue(x * 6, value: 1 - smoothStep(0.6, 1, (y - 0.72) / 0.14) * 0.75) }
        return Tone(repeating: (x * 12).rounded(.down) / 11)
    }

    private static func checked(_ x: Float, _ y: Float) -> Tone {
        let cell = Int(x * 40) + Int((y - 0.42) * 30)
        return Tone(repeating: cell.isMultiple(of: 2) ? 0.2 : 0.27)
    }

    private static func colorWheel(_ offset: SIMD2<Float>, _ distance: Float) -> Tone {
        let turn = Maths.angle(offset.y, offset.x) / (2 * .pi) + 0.5
        return Tone.one.mixed(hue(turn * 6, value: 1), distance / 0.2)
    }

    /// Returns a colour of the spectrum, 0 to 6: red, yellow, green, cyan, blue, magenta.
    private static func hue(_ place: Float, value: Float) -> Tone {
        let ramps = [Float(0), 4, 2].map { shift in
            let turned = (place + shift).truncatingRemainder(dividingBy: 6)
            return min(max(abs(turned - 3) - 1, 0), 1)
        }
        return Tone(ramps[0], ramps[1], ramps[2]) * value
    }
}
