import WebImageCoding
import WebImagePixels

/// The options of sizes and positions.
enum ImgproxySizing: String, CaseIterable, Sendable {
    case resize, size
    case resizingType = "resizing_type"
    case width, height
    case minWidth = "min-width"
    case minHeight = "min-height"
    case zoom, dpr, enlarge, extend
    case extendAspectRatio = "extend_aspect_ratio"
    case gravity, crop, padding

    var maxArguments: Int {
        switch self {
        case .resize: 8
        case .size: 7
        case .crop: 5
        case .extend, .extendAspectRatio, .padding: 4
        case .gravity: 3
        case .zoom: 2
        case .resizingType, .width, .height, .minWidth, .minHeight, .dpr, .enlarge: 1
        }
    }
}

extension ImgproxyOptions {
    mutating func set(_ option: ImgproxySizing, _ arguments: ImgproxyArguments) throws(URLFault) {
        switch option {
        case .resize:
            if arguments.has(0) { try setMode(arguments) }
            try setSize(arguments, from: 1)
        case .size: try setSize(arguments, from: 0)
        case .resizingType: try setMode(arguments)
        case .width: sizing.width = try arguments.integer(0)
        case .height: sizing.height = try arguments.integer(0)
        case .minWidth: sizing.atLeast.width = try arguments.integer(0)
        case .minHeight: sizing.atLeast.height = try arguments.integer(0)
        case .zoom:
            sizing.zoomX = try arguments.number(0, in: .positive)
            sizing.zoomY =
                arguments.values.count > 1 ? try arguments.number(1, in: .positive) : sizing.zoomX
        case .dpr: sizing.pixelRatio = try arguments.number(0, in: .positive)
        case .enlarge: sizing.enlarges = arguments.flag(0)
        case .extend: try Self.set(&extend, arguments, from: 0)
        case .extendAspectRatio: try Self.set(&extendRatio, arguments, from: 0)
        case .gravity: sizing.position = try arguments.position(from: 0, after: sizing.position)
        case .crop: try setCrop(arguments)
        case .padding: try setPadding(arguments)
        }
    }

    private mutating func setMode(_ arguments: ImgproxyArguments) throws(URLFault) {
        sizing.mode = try arguments.value(0, expected: "fit, fill, fill-down, force or auto") {
            Self.modes[String($0)]
        }
    }

    /// Sets the box, the enlargement and the canvas; empty arguments keep what was set.
    private mutating func setSize(_ arguments: ImgproxyArguments, from first: Int) throws(URLFault)
    {
        if arguments.has(first) { sizing.width = try arguments.integer(first) }
        if arguments.has(first + 1) { sizing.height = try arguments.integer(first + 1) }
        if arguments.has(first + 2) { sizing.enlarges = arguments.flag(first + 2) }
        if arguments.has(first + 3) { try Self.set(&extend, arguments, from: first + 3) }
    }

    private static func set(
        _ canvas: inout (isOn: Bool, position: CropPosition), _ arguments: ImgproxyArguments,
        from first: Int
    ) throws(URLFault) {
        canvas.isOn = arguments.flag(first)
        if arguments.values.count > first + 1 {
            canvas.position = try arguments.position(
                from: first + 1, after: canvas.position, canBeSmart: false)
        }
    }

    private mutating func setCrop(_ arguments: ImgproxyArguments) throws(URLFault) {
        var crop = sizing.crop ?? TargetSizing.Crop(0, 0)
        crop.width = try arguments.number(0)
        if arguments.values.count > 1 { crop.height = try arguments.number(1) }
        if arguments.values.count > 2 {
            crop.position = try arguments.position(from: 2, after: crop.position)
        }
        sizing.crop = crop
    }

    /// Sets the sides that are written: the first one all, the second one right and left.
    private mutating func setPadding(_ arguments: ImgproxyArguments) throws(URLFault) {
        if arguments.has(0) {
            let side = try arguments.integer(0)
            sizing.padding = TargetSizing.Padding(top: side, right: side, bottom: side, left: side)
        }
        if arguments.has(1) {
            sizing.padding.right = try arguments.integer(1)
            sizing.padding.left = sizing.padding.right
        }
        if arguments.has(2) { sizing.padding.bottom = try arguments.integer(2) }
        if arguments.has(3) { sizing.padding.left = try arguments.integer(3) }
    }
}
