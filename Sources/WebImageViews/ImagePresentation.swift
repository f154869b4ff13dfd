public import WebImagePixels

/// How a load appears in a view.
public struct ImagePresentation: Sendable {
    /// Shown until there is a picture; nil for nothing, which also takes the former picture away.
    public var placeholder: DecodedImage?
    /// When it is shown.
    public var placeholderMoment = PlaceholderTiming.immediately
    /// Shown when there is no picture; nil for the placeholder.
    public var failureImage: DecodedImage?
    /// Whether the picture of another source stays until this load has one or has ended.
    ///
    /// A picture of the same source always stays, even when the load fails.
    public var keepsFormerPicture = false
    /// What becomes of the slot's load that is not done.
    public var former = PreviousLoadPolicy.cancel

    /// How long a load takes before the indicator is shown; nil for no indicator.
    public var indicatorDelay: Duration?

    /// How the picture comes; nil for at once.
    public var transition: ImageTransition?
    /// Which pictures come like that.
    public var transitionRule = TransitionRule.whenWaited
    /// Whether the load ends only when its transition has.
    public var waitsForTransition = false

    /// Whether previews and the picture are shown; if not, the caller shows what it is given at the
    /// end.
    public var setsPicture = true

    /// Whether the picture is loaded in the size of the view, once that is known, and again when the
    /// view has grown; a request with a target size of its own keeps it.
    public var followsViewSize = false
    /// How long a view has grown before a larger picture is loaded, so that a window can be drawn
    /// large in one go.
    public var growthDelay = Duration.milliseconds(150)

    /// A picture that comes without transition and indicator.
    public init(
        placeholder: DecodedImage? = nil, failureImage: DecodedImage? = nil,
        indicatorDelay: Duration? = nil, transition: ImageTransition? = nil
    ) {
        self.placeholder = placeholder
        self.failureImage = failureImage
        self.indicatorDelay = indicatorDelay
        self.transition = transition
    }
}
