/// The transition from one picture to another.
///
/// A toolkit counts the time and draws what ``frame(at:)`` returns, so that every style, also one
/// of a program's own, looks the same in all of them:
///
/// ```swift
/// let transition = ImageTransition(
///     .flip(from: .top), duration: .milliseconds(400), curve: .easeInOut)
/// let progress = transition.progress(after: .milliseconds(100))
/// let look = transition.frame(at: progress).current
/// ```
public struct ImageTransition: Hashable, Sendable {
    /// The kind of transition.
    public var style: Style
    /// The time from the old picture to the new one; zero or less for no transition.
    public var duration: Duration
    /// The course of the progress over time.
    public var curve: TransitionCurve

    /// Creates a transition of a style.
    ///
    /// - Parameters:
    ///   - style: The kind of transition.
    ///   - duration: The time from the old image to the new one.
    ///   - curve: The course of the progress over time.
    public init(
        _ style: Style, duration: Duration = .milliseconds(250), curve: TransitionCurve = .easeOut
    ) {
        self.style = style
        self.duration = duration
        self.curve = curve
    }

    /// A fade of a quarter of a second.
    public static let fade = ImageTransition(.fade)

    /// Returns the progress after a time: 0 at the beginning, 1 at the end and later.
    ///
    /// A curve that overshoots leaves the range meanwhile.
    ///
    /// - Parameter elapsed: The time since the first frame of the transition.
    public func progress(after elapsed: Duration) -> Double {
        guard duration > .zero, elapsed < duration else { return 1 }
        return curve.value(at: elapsed / duration)
    }

    /// Returns the look of both pictures at a progress.
    ///
    /// All measures are finite and bounded, whatever the closure of a custom style returns.
    ///
    /// - Parameter progress: The progress as ``progress(after:)`` returns it.
    public func frame(at progress: Double) -> TransitionFrame {
        style.frame(progress.isFinite ? progress : 1).bounded
    }
}
