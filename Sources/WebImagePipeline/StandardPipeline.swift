import Synchronization

/// The pipeline of a process, made at its first use unless the program has set one.
package enum StandardPipeline {
    private static let made = Mutex<ImagePipeline?>(nil)

    /// The pipeline of the running test, in place of the process's; lost in detached tasks and in
    /// callbacks of other libraries.
    @TaskLocal package static var ofTest: ImagePipeline?

    /// Returns the pipeline; `make` makes it at the first use.
    package static func current(_ make: () -> ImagePipeline) -> ImagePipeline {
        if let ofTest { return ofTest }
        return made.withLock { made in
            if let made { return made }
            let pipeline = make()
            made = pipeline
            return pipeline
        }
    }

    /// Sets the pipeline; returns `false`, and changes nothing, if there is one already.
    package static func set(_ pipeline: ImagePipeline) -> Bool {
        made.withLock { made in
            guard made == nil else { return false }
            made = pipeline
            return true
        }
    }
}
