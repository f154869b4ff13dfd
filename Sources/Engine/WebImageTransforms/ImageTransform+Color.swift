public import WebImagePipeline
public import WebImagePixels

// Members for transforms of colours.
extension ImageTransform where Self == BuiltInTransform {
    /// Returns a transform that mixes a colour with a picture (source atop).
    ///
    /// With *a* the colour's alpha, every pixel becomes mixture × *a* + pixel × (1 − *a*) and keeps
    /// its own alpha. The mixture of `BlendMode.normal` is the colour: an opaque one leaves only
    /// the picture's outline.
    ///
    /// ```swift
    /// request.transforms = [
    ///     .tint(RGBAColor(red: 0x33, green: 0x66, blue: 0xFF), mode: .multiply)
    /// ]
    /// ```
    ///
    /// - Parameters:
    ///   - color: The colour; its alpha is the share of the picture that it changes.
    ///   - mode: The mixture of the colour and the picture.
    public static func tint(_ color: RGBAColor, mode: BlendMode = .normal) -> BuiltInTransform {
        BuiltInTransform(Tint(color, mode: mode))
    }

    /// Returns a transform that draws a picture on a colour, which shows where it is transparent.
    ///
    /// ```swift
    /// request.transforms = [.background(.white)]
    /// ```
    ///
    /// - Parameter color: The colour; the result is as opaque as it is, or more.
    public static func background(_ color: RGBAColor) -> BuiltInTransform {
        BuiltInTransform(Background(color))
    }

    /// Returns a transform that adds a number to red, green and blue; alpha stays.
    ///
    /// ```swift
    /// request.transforms = [.brightness(20)]
    /// ```
    ///
    /// - Parameter levels: The number, −255 to 255 of 255 levels; a negative one makes a picture
    ///   darker.
    public static func brightness(_ levels: Int) -> BuiltInTransform {
        BuiltInTransform(Brightness(levels))
    }

    /// Returns a transform that changes the distance of red, green and blue to middle grey (127.5).
    ///
    /// ```swift
    /// request.transforms = [.contrast(1.5)]
    /// ```
    ///
    /// - Parameter factor: The factor, 0 to 64: 0 is grey, 1 changes nothing.
    public static func contrast(_ factor: Double) -> BuiltInTransform {
        BuiltInTransform(Contrast(factor))
    }

    /// Returns a transform that changes the distance of pixels to the grey of their luma
    /// (ITU-R BT 601).
    ///
    /// ```swift
    /// request.transforms = [.saturation(0.5)]
    /// ```
    ///
    /// - Parameter factor: The factor, 0 to 64: 0 is ``grayscale()``, 1 changes nothing.
    public static func saturation(_ factor: Double) -> BuiltInTransform {
        BuiltInTransform(Saturation(factor))
    }

    /// Returns a transform that turns colours to the brown of old photographs, as CSS does.
    ///
    /// ```swift
    /// request.transforms = [.sepia()]
    /// ```
    ///
    /// - Parameter amount: The share of the brown, 0 to 1.
    public static func sepia(_ amount: Double = 1) -> BuiltInTransform {
        BuiltInTransform(Sepia(amount))
    }

    /// Returns a transform that reduces a picture to its luma (ITU-R BT 601); alpha stays.
    ///
    /// ```swift
    /// request.transforms = [.grayscale()]
    /// ```
    public static func grayscale() -> BuiltInTransform { BuiltInTransform((Grayscale())) }
}
