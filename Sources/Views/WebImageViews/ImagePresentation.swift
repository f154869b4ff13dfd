public import WebImagePixels

/// The presentation of a load in a view.
public struct ImagePresentation: Sendable {
    /// The picture until the load has one; nil shows none and removes the former picture.
    public var placeholder: DecodedImage?
    /// The time at which the placeholder is shown.
    public var placeholderMoment = PlaceholderTiming.immediately
    /// The picture after a failure; nil for the placeholder.
    public var failureImage: DecodedImage?
    /// `true` if the picture of another source stays until this load has one or has ended.
    ///
    /// A picture of the same source always stays, even if the load fails.
    public var keepsFormerPicture = false
    /// The policy for the slot's unfinished load.
    public var former = PreviousLoadPolicy.cancel

    /// The duration of a load before the indicator is shown; nil for no indicator.
    public var indicatorDelay: Duration?

    /// The transition to the picture; nil for none.
    public var transition: ImageTransition?
    /// The rule for the pictures that get the transition.
    public var transitionRule = TransitionRule.whenWaited
    /// `true` if the load ends after its transition.
    public var waitsForTransition = false

    /// `true` if previews and the picture are shown; otherwise the caller shows the result itself.
    public var setsPicture = true

    /// `true` if the picture is loaded in the size of the view, and again after the view has grown;
    /// a target size of the request takes precedence.
    public var followsViewSize = false
    /// The time a view must have grown before a larger picture is loaded, so that resizing a window
    /// causes one load.
    public var growthDelay = Duration.milliseconds(150)

    /// Creates a presentation, by default without transition and indicator.
    ///
    /// - Parameters:
    ///   - placeholder: The image until the load has one; nil shows none.
    ///   - failureImage: The image after a failure; nil for the placeholder.
    ///   - indicatorDelay: The duration of a load before the indicator is shown; nil for no
    ///     indicator.
    ///   - transition: The transition to the image; nil for none.
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
