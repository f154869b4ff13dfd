#if Logging
    public import Logging
    public import WebImagePipeline

    /// Logs what a pipeline does.
    ///
    ///     pipeline.observers.append(LogObserver(Logger(label: "images")))
    ///
    /// Failed loads, damaged entries and a shortage of memory are warnings, failed caches errors,
    /// cancelled loads and everything else `debug`, where the stages pass by `trace`. No line tells a
    /// query, a header or a body.
    public struct LogObserver: PipelineObserver {
        private let logger: Logger

        /// An observer that writes to `logger`.
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
