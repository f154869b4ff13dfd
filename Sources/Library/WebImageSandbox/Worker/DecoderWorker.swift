#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    public import WebImage

    /// The entrance of decoder processes, which are started from the program's own executable.
    public enum DecoderWorker {
        /// The only argument of a decoder process.
        static let argument = "--webimage-decoder-process"

        /// `true` in a process that was started for decoding.
        static var isAsked: Bool { CommandLine.arguments.dropFirst().elementsEqual([argument]) }

        /// Decodes for the program that started this process, and never returns; returns at once in
        /// any other process.
        ///
        /// Call it first in `main`, before a thread, a file or a window is opened:
        ///
        /// ```swift
        /// import WebImageSandbox
        ///
        /// DecoderWorker.runIfAsked()
        /// ```
        ///
        /// - Parameter codecs: The codecs, the same as those passed to
        ///   ``WebImageCoding/CodecList/sandboxed(_:formats:encodes:isolation:wall:allowances:worker:)``.
        public static func runIfAsked(codecs: CodecList = .installed) {
            guard isAsked else { return }
            do throws(SandboxError) {
                var starter = Starter(codecs: codecs)
                try starter.run()
                csandbox_exit(0)
            } catch {
                let line = "decoder: \(error)\n"
                write(2, line, line.utf8.count)
                csandbox_exit(1)
            }
        }
    }
#endif
