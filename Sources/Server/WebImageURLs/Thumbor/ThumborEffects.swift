import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// The filters of the file and of the response.
enum ThumborFileFilter: String, CaseIterable, Sendable {
    case quality, format
    case maxBytes = "max_bytes"
    case stripEXIF = "strip_exif"
    case stripICC = "strip_icc"
    case maxAge = "max_age"
    case cover
}

/// The filters of colours and sharpness.
enum ThumborColorFilter: String, CaseIterable, Sendable {
    case blur, sharpen, brightness, contrast, saturation, grayscale
    case backgroundColor = "background_color"
}

/// The filters of the shape, and of pictures that are drawn on the picture.
enum ThumborShapeFilter: String, CaseIterable, Sendable {
    case rotate
    case roundCorner = "round_corner"
    case fill, watermark, proportion
}

/// The changes that the filters of a thumbor address make to a plan, in the order of the address.
struct ThumborEffects {
    /// The most transforms of a plan.
    static let most = 32
    /// The most pictures that are drawn on one: each is loaded.
    static let mostWatermarks = 4

    private(set) var plan: ImagePlan
    let size: ThumborSizing
    /// Returns the address of a picture that is drawn, if it is allowed.
    let source: (Substring) throws(URLFault) -> String
    private(set) var watermarks = 0

    mutating func apply() throws(URLFault) {
        for filter in size.filters.list {
            switch filter.option {
            case .file(let option): encode(option, filter)
            case .color(let option):
                if let change = color(option, filter) { plan.transforms.append(change) }
            case .shape(let option): try shape(option, filter)
            // Those of the size were read before.
            case .sizing, .ignored, nil: break
            }
        }
        guard plan.transforms.count <= Self.most else {
            throw URLFault(of: "filters", "expected at most \(Self.most) that change pixels")
        }
    }

    private mutating func encode(_ option: ThumborFileFilter, _ filter: ThumborFilter) {
        switch option {
        case .quality:
            if let quality = filter.whole(0), quality >= 0 {
                plan.encoding.quality = min(max(1, quality), 100)
            }
        case .format:
            if let name = filter.arguments.first?.lowercased() {
                plan.encoding.format = Self.formats[name]
            }
        case .maxBytes:
            if let count = filter.whole(0), count > 0 { plan.encoding.maxByteCount = count }
        case .stripEXIF: plan.encoding.stripsMetadata = true
        case .stripICC: plan.encoding.stripsProfile = true
        case .maxAge:
            if let seconds = filter.whole(0), seconds >= 0 { plan.maxAge = seconds }
        case .cover: plan.limits.maxFrames = 1
        }
    }

    private static let formats: [String: ImageFormat] = [
        "png": .png, "jpeg": .jpeg, "jpg": .jpeg, "gif": .gif, "webp": .webp, "avif": .avif,
    ]

    private func color(_ option: ThumborColorFilter, _ filter: ThumborFilter) -> BuiltInTransform? {
        switch option {
        case .blur:
            guard let radius = filter.whole(0), radius > 0 else { return nil }
            let sigma = filter.decimal(1) ?? 0
            // The weights end at the radius, so that it is the largest deviation that they can
            // have.
            let most = Double(min(radius, 150))
            return .blur(sigma > 0 ? min(sigma, most) : most)
        case .sharpen:
            guard let amount = filter.decimal(0), let radius = filter.decimal(1), amount > 0,
                radius > 0
            else { return nil }
            return .sharpen(min(radius, 10))
        case .brightness:
            return filter.whole(0).map { .brightness(min(max(-100, $0), 100) * 255 / 100) }
        case .contrast:
            let root = filter.whole(0).map { Double(min(max(-100, $0), 700) + 100) / 100 }
            return root.map { .contrast($0 * $0) }
        case .saturation: return filter.decimal(0).map { .saturation(min(max(0, $0), 64)) }
        case .grayscale: return .grayscale()
        case .backgroundColor:
            return filter.arguments.first.flatMap(RGBAColor.init(thumbor:)).map { .background($0) }
        }
    }

    private mutating func shape(
        _ option: ThumborShapeFilter, _ filter: ThumborFilter
    ) throws(URLFault) {
        switch option {
        case .rotate:
            // Counterclockwise, by right angles only.
            guard let degrees = filter.whole(0), degrees % 90 == 0 else { return }
            plan.transforms.append(.rotate(degrees: Double(-(degrees % 360))))
        case .roundCorner: roundCorners(filter)
        case .fill: fill(filter)
        case .watermark: try draw(filter)
        case .proportion:
            guard let factor = filter.decimal(0), factor > 0, factor <= 1 else { return }
            plan.transforms.append(.scale(factor))
        }
    }

    /// Applies `round_corner(radius,red,green,blue,isTransparent)`, as in `20|10`, whose second
    /// radius is not read.
    private mutating func roundCorners(_ filter: ThumborFilter) {
        guard let radius = filter.arguments.first?.split(separator: "|").first.flatMap({ Int($0) }),
            (0...1 << 24).contains(radius)
        else { return }
        let channels = (1...3).map { UInt8(clamping: filter.whole($0) ?? 255) }
        plan.transforms.append(.roundCorners(radius: Double(radius)))
        if !filter.flag(4) {
            let color = RGBAColor(red: channels[0], green: channels[1], blue: channels[2])
            plan.transforms.append(.background(color))
        }
    }

    /// Applies `fill(color,isBehind)`: a canvas of the size, with the picture in its middle.
    ///
    /// A colour made of the picture, `auto` or `blur`, is left transparent.
    private mutating func fill(_ filter: ThumborFilter) {
        guard let name = filter.arguments.first else { return }
        let isMade = ["auto", "blur", "transparent"].contains(name)
        guard let color = isMade ? .clear : RGBAColor(thumbor: name) else { return }
        if plan.sizing.adapts {
            plan.sizing.canvas = .box()
            if color != .clear { plan.transforms.append(.background(color)) }
            return
        }
        let box = PixelSize(width: size.width.pixels, height: size.height.pixels)
        guard box.width > 0 || box.height > 0 else {
            if filter.flag(1) { plan.transforms.append(.background(color)) }
            return
        }
        if size.path.fit == .outside { plan.transforms.append(.crop(to: box, at: .center)) }
        plan.transforms.append(.pad(to: box, color: color))
    }

    private mutating func draw(_ filter: ThumborFilter) throws(URLFault) {
        guard let mark = ThumborWatermark(filter) else { return }
        watermarks += 1
        guard watermarks <= Self.mostWatermarks else {
            throw URLFault(
                of: "watermark", "expected at most \(Self.mostWatermarks) watermarks")
        }
        plan.transforms.append(mark.transform(of: try source(mark.source)))
    }
}
