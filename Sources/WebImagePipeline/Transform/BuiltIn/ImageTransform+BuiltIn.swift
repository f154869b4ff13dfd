public import WebImagePixels

// Members by which a list of transforms names those of the library.
extension ImageTransform where Self == BuiltInTransform {
    /// Returns a transform that scales a picture into a box.
    ///
    /// `Fit.fit` keeps all of the picture inside, `Fit.fill` covers the box and cuts the surplus
    /// evenly, `Fit.stretch` ignores the ratio of sides. A picture smaller than the box keeps its
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
    public static func resize(
        to size: PixelSize, fit: Fit = .fit, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos
    ) -> BuiltInTransform {
        BuiltInTransform(.resize(Resize(fit, size, enlarges: enlarges, filter: filter)))
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
        BuiltInTransform(.crop(Crop(size, x: x, y: y)))
    }

    /// Returns a transform that turns a picture clockwise, on a canvas that holds all of it.
    ///
    /// Right angles are exact; other angles are sampled bicubically with smooth edges. Pixels of the
    /// canvas that the picture does not cover are transparent.
    ///
    /// ```swift
    /// request.transforms = [.rotate(degrees: 90)]
    /// ```
    ///
    /// - Parameter degrees: The angle; a negative one turns counterclockwise.
    public static func rotate(degrees: Double) -> BuiltInTransform {
        BuiltInTransform(.rotate(Rotate(degrees: degrees)))
    }

    /// Returns a transform that mirrors a picture.
    ///
    /// ```swift
    /// request.transforms = [.flip(.horizontal)]
    /// ```
    ///
    /// - Parameter direction: The sides that change places.
    public static func flip(_ direction: FlipDirection) -> BuiltInTransform {
        BuiltInTransform(.flip(Flip(direction)))
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
            .roundCorners(
                RoundCorners(
                    radius, corners: corners, borderWidth: borderWidth, borderColor: borderColor)))
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
        BuiltInTransform(.circle(Circle(borderWidth: borderWidth, color: borderColor)))
    }

    /// Returns a transform that blurs a picture by a Gaussian.
    ///
    /// ```swift
    /// request.transforms = [.blur(3)]
    /// ```
    ///
    /// - Parameter sigma: The standard deviation in pixels, 0 to 500; up to 0.1 changes nothing.
    public static func blur(_ sigma: Double) -> BuiltInTransform {
        BuiltInTransform(.blur(Blur(sigma)))
    }

    /// Returns a transform that lays a colour over a picture (source atop).
    ///
    /// With *a* the colour's alpha, every pixel becomes colour × *a* + pixel × (1 − *a*) and keeps
    /// its own alpha. An opaque colour leaves only the picture's outline.
    ///
    /// ```swift
    /// request.transforms = [.tint(RGBAColor(red: 0x33, green: 0x66, blue: 0xFF, alpha: 0x80))]
    /// ```
    ///
    /// - Parameter color: The colour; its alpha is the share of the picture that it hides.
    public static func tint(_ color: RGBAColor) -> BuiltInTransform {
        BuiltInTransform(.tint(Tint(color)))
    }

    /// Returns a transform that reduces a picture to its luma (ITU-R BT 601); alpha stays.
    ///
    /// ```swift
    /// request.transforms = [.grayscale()]
    /// ```
    public static func grayscale() -> BuiltInTransform { BuiltInTransform(.grayscale(Grayscale())) }

    /// Returns a transform that centres a picture on a canvas.
    ///
    /// ```swift
    /// request.transforms = [.pad(to: PixelSize(400, 400), color: .white)]
    /// ```
    ///
    /// - Parameters:
    ///   - size: The canvas in pixels; a side of 0, or shorter than the picture's, is the picture's.
    ///   - color: The colour of the canvas, also behind the picture's transparent pixels.
    public static func pad(to size: PixelSize, color: RGBAColor = .clear) -> BuiltInTransform {
        BuiltInTransform(.pad(Pad(size, color)))
    }
}
