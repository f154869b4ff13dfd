public import WebImageCoding
public import WebImagePipeline
public import WebImagePixels

// Members by which a list of transforms names the library's.
extension ImageTransform where Self == BuiltInTransform {
    /// Returns a transform that scales a picture into a box.
    ///
    /// `Fit.fit` keeps all of the picture inside, `Fit.fill` covers the box and cuts the surplus,
    /// `Fit.stretch` ignores the ratio of sides. A picture smaller than the box keeps its
    /// scale unless `enlarges` is `true`; `fill` still cuts a side that is longer than the box.
    ///
    /// ```swift
    /// request.transforms = [.resize(to: PixelSize(320, 240), fit: .fill)]
    /// ```
    ///
    /// - Parameters:
    ///   - size: The box in pixels. A side of 0 is free and follows the other; the largest is 2²⁴.
    ///   - fit: The way the picture meets the box.
    ///   - enlarges: `true` if a picture smaller than the box grows.
    ///   - filter: The weights of pixels.
    ///   - position: The place of the part that `fill` keeps, whose distances are pixels of the
    ///     result;
    ///     other fits have none. All frames of an animation have the place of `CropPosition.attention`
    ///     in the first one.
    public static func resize(
        to size: PixelSize, fit: Fit = .fit, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos, at position: CropPosition = .center
    ) -> BuiltInTransform {
        BuiltInTransform(Resize(fit, size, enlarges: enlarges, filter: filter, at: position))
    }

    /// Returns a transform that turns, crops, scales and extends a picture by a rule of sizes.
    ///
    /// The rule is `ImageRequest.targetSizing`'s, for the pixels that the transform gets: after a
    /// trim, its numbers refer to the trimmed picture. Effects see the scaled picture without
    /// canvas and padding. All frames of an animation keep the part that `CropPosition.attention`
    /// finds in the first one.
    ///
    /// ```swift
    /// request.transforms = [
    ///     .trim(), .sized(TargetSizing(.fill, 300, 200), effects: [.sharpen(1)]),
    /// ]
    /// ```
    ///
    /// - Parameters:
    ///   - sizing: The rule.
    ///   - effects: The transforms between scaling and canvas, at most 32: changes of colours,
    ///     `blur`,
    ///     `sharpen`, `pixelate`, and `background`, which keep the size.
    public static func sized(
        _ sizing: TargetSizing, effects: [BuiltInTransform] = []
    ) -> BuiltInTransform {
        BuiltInTransform(Sized(sizing, effects: effects))
    }

    /// Returns a transform that cuts a rectangle out of a picture, pixel by pixel.
    ///
    /// The part of the rectangle outside of the picture is left out; a rectangle that lies outside
    /// as a whole is an error.
    ///
    /// ```swift
    /// request.transforms = [.crop(to: PixelSize(320, 240), x: 10, y: 10)]
    /// ```
    ///
    /// - Parameters:
    ///   - size: Width and height in pixels; a side of 0 reaches to the picture's edge.
    ///   - x: The left column, from 0; negative columns lie outside of the picture.
    ///   - y: The top row, from 0; negative rows lie outside of the picture.
    public static func crop(to size: PixelSize, x: Int = 0, y: Int = 0) -> BuiltInTransform {
        BuiltInTransform(Crop(size, x: x, y: y))
    }

    /// Returns a transform that cuts a rectangle out of a picture, at a place.
    ///
    /// All frames of an animation are cut like the first one.
    ///
    /// ```swift
    /// request.transforms = [.crop(to: PixelSize(320, 240), at: .attention)]
    /// ```
    ///
    /// - Parameters:
    ///   - size: Width and height in pixels; a side of 0, or longer than the picture's, is the
    ///     picture's.
    ///   - position: The place of the rectangle, which never leaves the picture.
    public static func crop(to size: PixelSize, at position: CropPosition) -> BuiltInTransform {
        BuiltInTransform(Crop(size, at: position))
    }

    /// Returns a transform that turns a picture clockwise, on a canvas that holds all of it.
    ///
    /// Right angles are exact; other angles are sampled bicubically with smooth edges. Pixels of
    /// the canvas that the picture does not cover are transparent.
    ///
    /// ```swift
    /// request.transforms = [.rotate(degrees: 90)]
    /// ```
    ///
    /// - Parameter degrees: The angle; a negative one turns counterclockwise.
    public static func rotate(degrees: Double) -> BuiltInTransform {
        BuiltInTransform(Rotate(degrees: degrees))
    }

    /// Returns a transform that mirrors a picture.
    ///
    /// ```swift
    /// request.transforms = [.flip(.horizontal)]
    /// ```
    ///
    /// - Parameter direction: The sides that change places.
    public static func flip(_ direction: FlipDirection) -> BuiltInTransform {
        BuiltInTransform(Flip(direction))
    }

    /// Returns a transform that makes corners round, with a smooth edge.
    ///
    /// Pixels outside of the outline become transparent. A border is drawn inside of the outline.
    ///
    /// ```swift
    /// request.transforms = [.roundCorners(radius: 20, corners: [.topLeft, .topRight])]
    /// ```
    ///
    /// - Parameters:
    ///   - radius: The radius in pixels, limited to half of the picture's shorter side.
    ///   - corners: The corners that become round.
    ///   - borderWidth: The width of the border in pixels, 0 for none.
    ///   - borderColor: The colour of the border.
    public static func roundCorners(
        radius: Double, corners: Corners = .all, borderWidth: Double = 0,
        borderColor: RGBAColor = .black
    ) -> BuiltInTransform {
        BuiltInTransform(
            RoundCorners(
                radius, corners: corners, borderWidth: borderWidth, borderColor: borderColor))
    }

    /// Returns a transform that cuts out the largest circle in the middle of a picture.
    ///
    /// The result is a square with the picture's shorter side. Outside of the circle it is
    /// transparent, with a smooth edge. A border is drawn inside of the circle.
    ///
    /// ```swift
    /// request.transforms = [.circle(borderWidth: 4, borderColor: .white)]
    /// ```
    ///
    /// - Parameters:
    ///   - borderWidth: The width of the border in pixels, 0 for none.
    ///   - borderColor: The colour of the border.
    public static func circle(
        borderWidth: Double = 0, borderColor: RGBAColor = .black
    ) -> BuiltInTransform {
        BuiltInTransform(Circle(borderWidth: borderWidth, color: borderColor))
    }

    /// Returns a transform that blurs a picture by a Gaussian.
    ///
    /// ```swift
    /// request.transforms = [.blur(3)]
    /// ```
    ///
    /// - Parameter sigma: The standard deviation in pixels, 0 to 500; up to 0.1 changes nothing.
    public static func blur(_ sigma: Double) -> BuiltInTransform {
        BuiltInTransform(Blur(sigma))
    }

    /// Returns a transform that sharpens the edges of a picture.
    ///
    /// The lightness (CIE L*, 0 to 100) of a pixel moves away from a Gaussian blur's: by three
    /// times the part of their difference above 2, at most 10 up and 20 down. This is the operation
    /// of libvips and imgproxy.
    ///
    /// ```swift
    /// request.transforms = [.resize(to: PixelSize(320, 240)), .sharpen(1)]
    /// ```
    ///
    /// - Parameter sigma: The standard deviation of the blur in pixels, 0 to 10; 0 changes nothing.
    public static func sharpen(_ sigma: Double) -> BuiltInTransform {
        BuiltInTransform(Sharpen(sigma))
    }

    /// Returns a transform that shows a picture as square blocks of one colour each, their mean.
    ///
    /// Blocks begin at the top left. A block that reaches beyond an edge has the mean of the
    /// picture and its mirror image there.
    ///
    /// ```swift
    /// request.transforms = [.pixelate(12)]
    /// ```
    ///
    /// - Parameter side: The side of a block in pixels, at most 2²⁴; 0 and 1 change nothing.
    public static func pixelate(_ side: Int) -> BuiltInTransform {
        BuiltInTransform(Pixelate(side))
    }

    /// Returns a transform that cuts margins of one colour; of an animation, the first frame
    /// remains.
    ///
    /// A pixel belongs to the margin if no channel, after a median of three by three pixels,
    /// differs from the margin's colour by more than the threshold. Transparency counts as magenta
    /// (#ff00ff). A picture that is all margin is kept as it is.
    ///
    /// ```swift
    /// request.transforms = [.trim(threshold: 10, color: .white)]
    /// ```
    ///
    /// - Parameters:
    ///   - threshold: The difference in levels, 0 to 255.
    ///   - color: The margin's colour; nil takes it from a corner's pixel.
    ///   - isOfBottomRight: `true` for the corner at the bottom right in place of the top left.
    ///   - isEqualHorizontally: `true` cuts the smaller margin of left and right on both sides.
    ///   - isEqualVertically: `true` cuts the smaller margin of top and bottom on both sides.
    public static func trim(
        threshold: Double = 10, color: RGBAColor? = nil, isOfBottomRight: Bool = false,
        isEqualHorizontally: Bool = false, isEqualVertically: Bool = false
    ) -> BuiltInTransform {
        BuiltInTransform(
            Trim(
                threshold: threshold, color: color, isOfBottomRight: isOfBottomRight,
                isEqualHorizontally: isEqualHorizontally, isEqualVertically: isEqualVertically))
    }

    /// Returns a transform that scales both sides by one factor.
    ///
    /// ```swift
    /// request.transforms = [.scale(0.5)]
    /// ```
    ///
    /// - Parameter factor: The factor, above 0 and at most 64; a part of a pixel is left out.
    public static func scale(_ factor: Double) -> BuiltInTransform {
        BuiltInTransform(Scale(factor))
    }

    /// Returns a transform that centres a picture on a canvas.
    ///
    /// ```swift
    /// request.transforms = [.pad(to: PixelSize(400, 400), color: .white)]
    /// ```
    ///
    /// - Parameters:
    ///   - size: The canvas in pixels; a side of 0, or shorter than the picture's, is the
    ///     picture's.
    ///   - color: The colour of the canvas, also behind the picture's transparent pixels.
    public static func pad(to size: PixelSize, color: RGBAColor = .clear) -> BuiltInTransform {
        BuiltInTransform(Pad(size, color))
    }
}
