/// The look of both pictures at one moment of a transition.
public struct TransitionFrame: Hashable, Sendable {
    /// The look of the old picture.
    public var former: PictureLook
    /// The look of the new picture.
    public var current: PictureLook
    /// The share of the new picture in the mixture of both, 0 to 1; nil to draw the new picture
    /// over the old one.
    ///
    /// A mixture of two opaque pictures is opaque. One picture over another that vanishes is not.
    public var mix: Double?

    /// Creates a moment; by default the new picture covers the old one.
    public init(
        former: PictureLook = PictureLook(), current: PictureLook = PictureLook(),
        mix: Double? = nil
    ) {
        self.former = former
        self.current = current
        self.mix = mix
    }

    /// The same for text from right to left.
    public var mirrored: TransitionFrame {
        TransitionFrame(former: former.mirrored, current: current.mirrored, mix: mix)
    }

    /// The same with measures that a toolkit can draw.
    var bounded: TransitionFrame {
        TransitionFrame(
            former: former.bounded, current: current.bounded,
            mix: mix.map { $0.bounded(to: 0...1, else: 1) })
    }
}

/// The look of one picture at a moment of a transition, with measures relative to the view.
public struct PictureLook: Hashable, Sendable {
    /// The opacity, 0 for an invisible picture to 1.
    public var opacity: Double
    /// The distance from the usual place in widths and heights of the view: x to the trailing edge,
    /// y down.
    public var offset: SIMD2<Double>
    /// The factors of width and height, about the centre of the view; negative ones mirror.
    public var scale: SIMD2<Double>
    /// The part of the view's width in which the picture is visible, 0 at the leading edge to 1.
    public var columns: ClosedRange<Double>
    /// The part of the view's height in which the picture is visible, 0 at the top to 1.
    public var rows: ClosedRange<Double>

    /// Creates a look, by default the usual one; each parameter is the property of its name.
    public init(
        opacity: Double = 1, offset: SIMD2<Double> = .zero, scale: SIMD2<Double> = SIMD2(1, 1),
        columns: ClosedRange<Double> = 0...1, rows: ClosedRange<Double> = 0...1
    ) {
        self.opacity = opacity
        self.offset = offset
        self.scale = scale
        self.columns = columns
        self.rows = rows
    }

    /// `true` if there is nothing to draw.
    public var isInvisible: Bool {
        opacity <= 0 || abs(scale.x) < 0.001 || abs(scale.y) < 0.001
            || columns.upperBound <= columns.lowerBound || rows.upperBound <= rows.lowerBound
    }

    var mirrored: PictureLook {
        var look = self
        look.offset.x = -offset.x
        look.columns = (1 - columns.upperBound)...(1 - columns.lowerBound)
        return look
    }

    var bounded: PictureLook {
        PictureLook(
            opacity: opacity.bounded(to: 0...1, else: 1), offset: Self.bounded(offset, else: 0),
            scale: Self.bounded(scale, else: 1), columns: Self.bounded(columns),
            rows: Self.bounded(rows))
    }

    private static func bounded(_ pair: SIMD2<Double>, else usual: Double) -> SIMD2<Double> {
        SIMD2(
            pair.x.bounded(to: -100...100, else: usual),
            pair.y.bounded(to: -100...100, else: usual))
    }

    private static func bounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let lower = range.lowerBound.bounded(to: 0...1, else: 0)
        return lower...max(lower, range.upperBound.bounded(to: 0...1, else: 1))
    }
}

extension Double {
    /// Returns the nearest number of a range, and a usual one for what is no number.
    func bounded(to range: ClosedRange<Double>, else usual: Double) -> Double {
        isNaN ? usual : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
