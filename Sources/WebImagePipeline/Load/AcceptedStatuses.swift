/// The statuses that bring a picture; with any other the load ends before its body is read.
///
/// ```swift
/// // A server that sends its "not found" picture with status 404.
/// request.options[AcceptedStatuses.self] = StatusSet(200...299, 404...404)
/// ```
///
/// Answers of files and data have no status and are accepted. 304 is no status of this set: where
/// cached bytes exist it says that they are still good.
public enum AcceptedStatuses: ImageOption {
    /// `statuses`.
    public static let name = "statuses"
    /// 200 to 299.
    public static let defaultValue = StatusSet.success
    /// Other bytes: with another set a picture may come where an error was, or none.
    public static let effect = OptionEffect.bytes
}
