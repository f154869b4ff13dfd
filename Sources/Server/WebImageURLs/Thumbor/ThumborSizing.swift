import WebImageCoding
import WebImagePixels

/// The rule of sizes of a thumbor address.
struct ThumborSizing {
    let path: ThumborPath
    let filters: ThumborFilters
    /// The longest width and height that an address may ask for; 0 for any.
    let most: PixelSize

    var width: ThumborPath.Side {
        Self.side(path.size.width, most: most.width, cropped: path.crop?.width)
    }

    var height: ThumborPath.Side {
        Self.side(path.size.height, most: most.height, cropped: path.crop?.height)
    }

    /// Returns the side within its bound; an original one is the crop's, if there is one.
    private static func side(
        _ side: ThumborPath.Side, most: Int, cropped: Double?
    ) -> ThumborPath.Side {
        switch side {
        case .free: .free
        case .original: cropped.map { .pixels(Int(bounding: $0)) } ?? .original
        case .pixels(let length): .pixels(most > 0 ? min(length, most) : length)
        }
    }

    /// The rule; a picture smaller than the size is enlarged, unless it shall fit in.
    var rule: TargetSizing {
        var rule =
            switch (width, height) {
            case (.pixels(let width), .pixels(let height)): boxed(width, height)
            case (.pixels(let width), .free): boxed(width, 0)
            case (.free, .pixels(let height)): boxed(0, height)
            case (.pixels(let width), .original): beside(width, 0)
            case (.original, .pixels(let height)): beside(0, height)
            // In its own size, or inside the bounds.
            default: TargetSizing(.fit, most.width, most.height)
            }
        if let crop = path.crop { rule.crop = crop }
        rule.position = position
        return rule
    }

    /// Returns the rule of a size; a side of 0 is free.
    private func boxed(_ width: Int, _ height: Int) -> TargetSizing {
        let isBox = width > 0 && height > 0
        var rule = TargetSizing(.fit, width, height)
        rule.adapts = isBox && path.fit != nil && path.adapts
        switch path.fit {
        case .outside where isBox:
            // A zoom of nearly nothing shrinks the picture, and the least sides enlarge it to cover
            // the box.
            (rule.width, rule.height, rule.zoomX, rule.zoomY) = (0, 0, 1e-6, 1e-6)
            rule.atLeast = PixelSize(width: width, height: height)
        case .inside: rule.enlarges = filters.enlarges && !filters.keepsSmall
        case .outside: rule.enlarges = true
        case nil:
            rule.enlarges = !filters.keepsSmall
            if isBox { rule.mode = filters.stretches ? stretched : .fill }
        }
        return rule
    }

    /// Returns the rule of a width or a height beside the picture's own other side.
    private func beside(_ width: Int, _ height: Int) -> TargetSizing {
        var rule = TargetSizing()
        switch path.fit {
        case .inside: (rule.width, rule.height) = (width, height)
        case .outside: rule.atLeast = PixelSize(width: width, height: height)
        case nil where filters.stretches:
            rule = TargetSizing(stretched, width, height)
            rule.enlarges = !filters.keepsSmall
        case nil: rule.crop = TargetSizing.Crop(Double(width), Double(height), at: position)
        }
        return rule
    }

    private var stretched: TargetSizing.Mode { filters.keepsSmall ? .stretch : .exact }

    private var position: CropPosition {
        if path.isSmart { return .attention }
        let column = path.column == "left" ? 0 : path.column == "right" ? 2 : 1
        let row = path.row == "top" ? 0 : path.row == "bottom" ? 2 : 1
        return .gravity(Gravity(column: column, row: row))
    }
}

extension ThumborPath {
    /// The part of the source that is scaled, of an area what lies in the picture; nil for all of
    /// it, as for an area without pixels.
    var crop: TargetSizing.Crop? {
        guard let corners, corners.left < corners.right, corners.top < corners.bottom else {
            return nil
        }
        return TargetSizing.Crop(
            Double(corners.right - corners.left), Double(corners.bottom - corners.top),
            at: .gravity(.northwest, x: Double(corners.left), y: Double(corners.top)),
            clips: true)
    }
}
