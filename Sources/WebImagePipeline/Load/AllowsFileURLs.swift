/// Whether a URL string may name a file of this machine; not unless the caller says so.
///
/// A path that the program itself chose is better given as ``ImageSource/file(_:)``.
public enum AllowsFileURLs: ImageOption {
    /// The option's name.
    public static let name = "allows-file-urls"
    /// No.
    public static let defaultValue = false
    /// It changes no byte of what is loaded.
    public static let effect = OptionEffect.delivery
}
