public import WebImageLoading
public import WebImagePixels

/// The box of a thumbnail, to which the picture is scaled while it is decoded; a side of 0 is free,
/// nothing is enlarged.
public enum TargetSize: ImageOption {
    /// `targetsize`.
    public static let name = "targetsize"
    /// The picture's own size.
    public static let defaultValue: PixelSize? = nil
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}

/// The way the picture meets ``TargetSize``.
public enum TargetFit: ImageOption {
    /// `fit`.
    public static let name = "fit"
    /// The whole picture inside the box.
    public static let defaultValue = Fit.fit
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}

/// The most bytes the decoded pixels may take; larger pictures are scaled down to it.
public enum ByteBudget: ImageOption {
    /// `bytebudget`.
    public static let name = "bytebudget"
    /// No budget.
    public static let defaultValue: Int? = nil
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}

/// The first frame only, even of an animation.
public enum FirstFrameOnly: ImageOption {
    /// `firstframe`.
    public static let name = "firstframe"
    /// All frames.
    public static let defaultValue = false
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}

/// The page of a document, counted from 0; formats without pages ignore it.
public enum Page: ImageOption {
    /// `page`.
    public static let name = "page"
    /// The first one.
    public static let defaultValue = 0
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}
