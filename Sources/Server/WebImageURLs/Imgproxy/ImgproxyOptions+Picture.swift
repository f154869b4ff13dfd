import WebImagePixels
import WebImageTransforms

/// The options of turns, margins, effects and marks.
enum ImgproxyPicture: String, CaseIterable, Sendable {
    case trim
    case autoRotate = "auto_rotate"
    case rotate, flip, background, blur, sharpen, pixelate, watermark

    var maxArguments: Int {
        switch self {
        case .watermark: 7
        case .trim: 4
        case .background: 3
        case .flip: 2
        case .autoRotate, .rotate, .blur, .sharpen, .pixelate: 1
        }
    }
}

extension ImgproxyOptions {
    mutating func set(_ option: ImgproxyPicture, _ arguments: ImgproxyArguments) throws(URLFault) {
        switch option {
        case .trim: try setTrim(arguments)
        case .autoRotate: turnsUpright = arguments.flag(0)
        case .rotate:
            let degrees = try arguments.integer(0, in: Int.min...Int.max)
            guard degrees % 90 == 0 else {
                throw arguments.fault(0, expected: "a multiple of 90")
            }
            quarterTurns = degrees / 90 & 3
        case .flip:
            if arguments.has(0) { flips.across = arguments.flag(0) }
            if arguments.has(1) { flips.down = arguments.flag(1) }
        case .background: try setBackground(arguments)
        // The transforms have bounds, beyond which a picture hardly changes.
        case .blur: blur = min(try arguments.number(0), 500)
        case .sharpen: sharpen = min(try arguments.number(0), 10)
        case .pixelate: pixelate = min(try arguments.integer(0), 1 << 24)
        case .watermark: try setWatermark(arguments)
        }
    }

    private mutating func setTrim(_ arguments: ImgproxyArguments) throws(URLFault) {
        // More than 255 levels are no difference of 8 bits.
        trimThreshold = arguments.has(0) ? min(try arguments.number(0), 255) : nil
        if arguments.values.count > 1 {
            trimColor = arguments.has(1) ? try arguments.color(1) : nil
        }
        if arguments.has(2) { trimsEqually.across = arguments.flag(2) }
        if arguments.has(3) { trimsEqually.down = arguments.flag(3) }
    }

    private mutating func setBackground(_ arguments: ImgproxyArguments) throws(URLFault) {
        guard arguments.values.count != 1 else {
            background = arguments.has(0) ? try arguments.color(0) : nil
            return
        }
        let channels = try (0..<3).map { (index) throws(URLFault) in
            UInt8(try arguments.integer(index, in: 0...255))
        }
        background = RGBAColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// Sets the mark; a scale of 0 is the mark's own size, as imgproxy's documentation has it.
    private mutating func setWatermark(_ arguments: ImgproxyArguments) throws(URLFault) {
        watermark.opacity = try arguments.number(0, in: 0...1)
        if arguments.has(1) {
            let gravity = ImgproxyArguments.gravities[String(arguments[1])]
            guard gravity != nil || arguments[1] == "re" else {
                throw arguments.fault(1, expected: "the name of a gravity, such as no, or re")
            }
            watermark.gravity = gravity
        }
        if arguments.has(2) { watermark.x = try arguments.number(2, in: .finite) }
        if arguments.has(3) { watermark.y = try arguments.number(3, in: .finite) }
        if arguments.has(4) {
            let scale = try arguments.number(4)
            watermark.scale = scale > 0 ? scale : nil
        }
    }
}
