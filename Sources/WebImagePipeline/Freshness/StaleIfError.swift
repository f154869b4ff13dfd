/// How stale an image may be that stands in for an origin that fails; nil for never.
///
/// An answer that says `stale-if-error` knows better; one that says `must-revalidate` or `no-cache`
/// never stands in. The response then has a ``ImageResponse/staleReason``.
public enum StaleIfError: ImageOption {
    /// `staleiferror`.
    public static let name = "staleiferror"
    /// 24 hours.
    public static let defaultValue: Duration? = .seconds(86_400)
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
