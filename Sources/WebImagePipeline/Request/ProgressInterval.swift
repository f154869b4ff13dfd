/// The least time between two progress updates of ``ImagePipeline/updates(for:)``.
///
/// The beginning and the end of a transfer are told whatever it is; zero tells all there is.
public enum ProgressInterval: ImageOption {
    /// `progressinterval`.
    public static let name = "progressinterval"
    /// Ten a second.
    public static let defaultValue = Duration.milliseconds(100)
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
