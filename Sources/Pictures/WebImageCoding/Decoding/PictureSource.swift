/// The source of the picture that the current task works on.
///
/// Pixels and metadata do not say where they came from. A pipeline names the source around each
/// call of a codec, so that codecs in other processes give each source a separate process.
package enum PictureSource {
    @TaskLocal private static var key: String?

    /// The key of the source's bytes; nil if it is unknown.
    package static var current: String? { key }

    /// Runs work on pictures of one source.
    package static func named<Value, Failure: Error>(
        _ name: String?, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = $key.withValue(name) { Result { () throws(Failure) in try work() } }
        return try outcome.get()
    }
}
