public import WebImagePixels

/// A rule that computes a picture's size from its file's size, set before the file is read.
///
/// The file's upright picture is turned, cropped, scaled, cropped to the box, and put on a canvas,
/// in this order whatever the order of the properties. A number that has no sense counts as its
/// default: a negative side as 0, a zoom or ratio that is 0, negative or not finite as 1.
///
/// ```swift
/// request.targetSizing = TargetSizing(.fill, 300, 200)
/// ```
public struct TargetSizing: Hashable, Sendable {
    /// The rule by which the part that is scaled meets the box.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The whole picture inside the box, with its aspect ratio.
        case fit
        /// The whole box covered, with the picture's aspect ratio; the rest is cropped.
        case fill
        /// As `fill`, but a picture too small for the box is cropped to the box's aspect ratio.
        case fillDown = "fill-down"
        /// The sides of the box, or sides in their ratio if nothing may be enlarged; the picture's
        /// aspect ratio changes.
        case exact
        /// The sides of the box, each no longer than the picture's own.
        case stretch
        /// `fill` if picture and box are both wide or both high, `fit` otherwise.
        case auto
    }

    /// The rule by which the picture meets the box.
    public var mode: Mode
    /// The width of the box before zoom and pixel ratio, in pixels; 0 if it is free.
    public var width: Int
    /// The height of the box before zoom and pixel ratio, in pixels; 0 if it is free.
    public var height: Int
    /// The least width and height of the scaled picture before the pixel ratio; 0 for none.
    ///
    /// They may enlarge a picture. What then exceeds the box is cropped.
    public var atLeast = PixelSize(width: 0, height: 0)
    /// The longest side of the result in pixels, padding included; 0 for none.
    ///
    /// A longer result is scaled down in all of its measures.
    public var maxSide = 0
    /// The factor of the box's width.
    public var zoomX = 1.0
    /// The factor of the box's height.
    public var zoomY = 1.0
    /// The pixels for each pixel of the box, of padding and of distances of positions.
    ///
    /// It is reduced to what the picture has, unless it may be enlarged.
    public var pixelRatio = 1.0
    /// `true` to enlarge pictures that are smaller than the box; vector drawings always are.
    public var enlarges = false
    /// `true` to exchange width and height, of the box and of ``atLeast``, if the box is wider than
    /// high and the part that is scaled higher than wide, or the other way round.
    public var adapts = false
    /// The weighting of neighbouring pixels; with another one than `lanczos` pictures are decoded
    /// in their whole size first.
    public var filter = ResampleFilter.lanczos
    /// The turn and the mirroring of the upright picture, before everything else.
    ///
    /// All sizes and positions are those of the turned picture.
    public var orientation = Orientation.up
    /// The part of the picture that is scaled; nil for all of it.
    public var crop: Crop?
    /// The position of the part of the scaled picture that is kept.
    public var position = CropPosition.center
    /// The canvas of a result that is smaller than the box; nil for none.
    public var canvas: Canvas?
    /// The transparent pixels around the result, before the pixel ratio.
    public var padding = Padding()

    /// Creates a rule; further properties are set afterwards.
    ///
    /// - Parameters:
    ///   - mode: The rule by which the picture meets the box.
    ///   - width: The width of the box in pixels, 0 if it is free.
    ///   - height: The height of the box in pixels, 0 if it is free.
    public init(_ mode: Mode = .fit, _ width: Int = 0, _ height: Int = 0) {
        self.mode = mode
        self.width = width
        self.height = height
    }
}

extension TargetSizing {
    /// The part of a picture that is cropped before scaling.
    public struct Crop: Hashable, Sendable {
        /// The width in pixels, below 1 as a share of the picture's, at least a pixel; 0 for all of
        /// it.
        public var width: Double
        /// The height, as ``width``.
        public var height: Double
        /// The position in the turned picture; nil for that of the result's crop.
        ///
        /// The pixel ratio does not multiply its distances.
        public var position: CropPosition?
        /// `true` cuts off what lies beyond the picture, in place of moving the part inside.
        ///
        /// A part that has no pixel of the picture is all of it then.
        public var clips: Bool

        /// Creates a part of a picture, in pixels or shares below 1.
        public init(
            _ width: Double, _ height: Double, at position: CropPosition? = nil,
            clips: Bool = false
        ) {
            self.width = width
            self.height = height
            self.position = position
            self.clips = clips
        }
    }

    /// The transparent canvas of a result that is smaller than the box.
    public enum Canvas: Hashable, Sendable {
        /// The sides of the box times zoom and pixel ratio; the position is the picture's.
        case box(CropPosition = .center)
        /// The least canvas with the box's aspect ratio, if both sides of the box are set.
        case aspectRatio(CropPosition = .center)
    }

    /// Transparent pixels on the four sides of a picture.
    public struct Padding: Hashable, Sendable {
        /// The rows above.
        public var top: Int
        /// The columns to the right.
        public var right: Int
        /// The rows below.
        public var bottom: Int
        /// The columns to the left.
        public var left: Int

        /// Creates padding in pixels, by default none.
        public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }
    }
}

extension TargetSizing {
    /// Creates the rule of a box alone, which enlarges vector drawings only.
    public init(_ box: PixelSize, _ fit: Fit) {
        self.init(Mode(fit), box.width, box.height)
    }

    /// The box and its rule, if the other properties have their defaults; nil otherwise.
    package var plain: (box: PixelSize, fit: Fit)? {
        let rule = normalized
        let box = PixelSize(width: rule.width, height: rule.height)
        guard let fit = mode.fit, rule == TargetSizing(box, fit) else { return nil }
        return (box, fit)
    }
}

extension TargetSizing.Mode {
    fileprivate init(_ fit: Fit) {
        self =
            switch fit {
            case .fit: .fit
            case .fill: .fill
            case .stretch: .stretch
            }
    }

    fileprivate var fit: Fit? {
        switch self {
        case .fit: .fit
        case .fill: .fill
        case .stretch: .stretch
        case .fillDown, .exact, .auto: nil
        }
    }
}
