public import WebImagePixels
public import WebImageRuntime

extension LoadPriority: ImageOption {
    /// `priority`.
    public static let name = "priority"
    /// In turn.
    public static let defaultValue = LoadPriority.normal
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

extension LoadPriority: Spellable {}

/// The box the picture is scaled to while it is decoded; a side of 0 is free, nothing is enlarged.
public enum TargetSize: ImageOption {
    /// `targetsize`.
    public static let name = "targetsize"
    /// The picture's own size.
    public static let defaultValue: PixelSize? = nil
    /// Other pixels.
    public static let effect = OptionEffect.pixels
}

/// How the picture meets ``TargetSize``.
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

/// When ``ImagePipeline/updates(for:)`` delivers previews of a picture whose bytes are arriving.
public enum Previews: ImageOption {
    /// `previews`.
    public static let name = "previews"
    /// Never.
    public static let defaultValue = PreviewPolicy.off
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The time a caller waits in total before it gives up; others who share the work go on.
///
/// Zero or less, as what is left of a deadline may be, is no time: only memory can answer, and no
/// origin is asked.
///
/// Under a ``NetworkPolicy`` its ``NetworkPolicy/totalTimeout`` holds for requests that do not set
/// the option.
public enum TotalTimeout: ImageOption {
    /// `timeout`.
    public static let name = "timeout"
    /// No end.
    public static let defaultValue: Duration? = nil
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

/// The most bytes a body may have for this caller, where that is less than
/// ``LoadLimits/maxBodyBytes``.
///
/// As soon as more are announced, or come, the caller has a failure of kind
/// ``LoadFailure/Kind/tooLarge``; others who share the transfer go on. What caches hold is not judged.
public enum MaxBodyBytes: ImageOption {
    /// `maxbodybytes`.
    public static let name = "maxbodybytes"
    /// No limit but the pipeline's.
    public static let defaultValue: Int? = nil
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
