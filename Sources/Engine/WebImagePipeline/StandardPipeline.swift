import Synchronization

/// The pipeline of a process, made at its first use unless the program has set one.
package final class StandardPipeline: Sendable {
    package static let ofProcess = StandardPipeline()

    private let made = Mutex<ImagePipeline?>(nil)

    package init() {}

    /// Returns the pipeline; `make` makes it at the first use.
    package func current(_ make: () -> ImagePipeline) -> ImagePipeline {
        made.withLock { made in
            if let made { return made }
            let pipeline = make()
            made = pipeline
            return pipeline
        }
    }

    /// Sets the pipeline; returns `false`, and changes nothing, if there is one already.
    package func set(_ pipeline: ImagePipeline) -> Bool {
        made.withLock { made in
            guard made == nil else { return false }
            made = pipeline
            return true
        }
    }
}
