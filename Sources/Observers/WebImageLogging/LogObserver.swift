#if Logging
    public import Logging
    public import WebImagePipeline

    /// Writes the events of a pipeline to a log.
    ///
    ///     pipeline.observers.append(LogObserver(Logger(label: "images")))
    ///
    /// Failed loads, damaged entries, cache warnings and memory pressure are logged as warnings,
    /// failed caches as errors. Stages are logged at `trace`, all other events at `debug`. No line
    /// contains a query, a header or a body.
    public struct LogObserver: PipelineObserver {
        private let logger: Logger

        /// Creates an observer that writes to `logger`.
        public init(_ logger: Logger) {
            self.logger = logger
        }

        /// Writes one line.
        public func observe(_ event: PipelineEvent) {
            let line = LogLine(event)
            logger.log(
                level: line.level, Logger.Message(stringLiteral: line.message),
                metadata: line.metadata, source: "WebImage")
        }
    }
#endif
