import WebImagePixels

extension TargetSizing {
    /// The rule with numbers that have sense: equal rules are those with the same effect and
    /// spelling.
    var normalized: TargetSizing {
        var rule = self
        (rule.width, rule.height) = (Self.side(width), Self.side(height))
        rule.atLeast = PixelSize(
            width: Self.side(atLeast.width), height: Self.side(atLeast.height))
        rule.maxSide = Self.side(maxSide)
        (rule.zoomX, rule.zoomY) = (Self.factor(zoomX), Self.factor(zoomY))
        rule.pixelRatio = Self.factor(pixelRatio)
        rule.crop = crop.map {
            Crop(
                Self.length($0.width), Self.length($0.height), at: $0.position?.normalized,
                clips: $0.clips)
        }
        rule.position = position.normalized
        rule.canvas = canvas.map {
            switch $0 {
            case .box(let position): .box(position.normalized)
            case .aspectRatio(let position): .aspectRatio(position.normalized)
            }
        }
        rule.padding = Padding(
            top: Self.side(padding.top), right: Self.side(padding.right),
            bottom: Self.side(padding.bottom), left: Self.side(padding.left))
        return rule
    }

    static func side(_ value: Int) -> Int { min(max(0, value), longest) }

    /// The range of zooms and pixel ratios.
    static let factors = 1e-6...1e6

    private static func factor(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        return min(max(value, factors.lowerBound), factors.upperBound)
    }

    private static func length(_ value: Double) -> Double {
        value > 0 ? min(value, Double(longest)) : 0
    }
}

extension CropPosition {
    fileprivate var normalized: CropPosition {
        switch self {
        case .gravity(let gravity, let x, let y):
            .gravity(gravity, x: Self.distance(x), y: Self.distance(y))
        case .focus(let x, let y): .focus(x: Self.distance(x), y: Self.distance(y))
        case .attention: .attention
        }
    }

    private static func distance(_ value: Double) -> Double {
        guard !value.isNaN, value != 0 else { return 0 }
        let most = Double(TargetSizing.longest)
        return min(max(value, -most), most)
    }
}
