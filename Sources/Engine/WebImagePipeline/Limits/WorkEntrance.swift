/// The entrance to the work on a picture: its decoding, transforms and encoding.
///
/// Its bytes are there, and no transfer is waited for inside. Without an entrance the pipeline's
/// threads and memory alone bound this work.
package protocol WorkEntrance: Sendable {
    /// Runs the work of a picture as soon as it may enter.
    ///
    /// The work belongs to all callers that share the picture, and has the task-local values of
    /// the first one.
    ///
    /// - Throws: The error of `work`, or the one for which it may not enter; `cancelled` if the
    ///   task is cancelled before.
    func run<Value: Sendable>(
        _ work: () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value
}
