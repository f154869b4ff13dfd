#if !Sandbox || !os(Linux)
    public import WebImage

    /// The entrance of decoder processes, of which there are none here.
    public enum DecoderWorker {
        /// Returns at once: decoding in processes without rights needs Linux and the trait
        /// `Sandbox`.
        public static func runIfAsked(codecs: CodecList = .installed) {}
    }

    func words(of errno: Int32) -> String { "error \(errno)" }

    extension SandboxReport {
        /// Throws: decoding in processes without rights needs Linux and the trait `Sandbox`.
        ///
        /// - Throws: `SandboxError.notAvailable`.
        public static func make(worker: String? = nil) throws(SandboxError) -> SandboxReport {
            throw .notAvailable
        }
    }

    extension CodecList {
        /// Throws: decoding in processes without rights needs Linux and the trait `Sandbox`.
        ///
        /// - Throws: `SandboxError.notAvailable`.
        public static func sandboxed(
            _ codecs: CodecList = .installed, formats: Set<ImageFormat>? = nil,
            encodes: Bool = false, isolation: DecoderIsolation = .shared,
            wall: WallPolicy = .available, allowances: WorkerAllowances = WorkerAllowances(),
            worker: String? = nil
        ) async throws(SandboxError) -> CodecList {
            throw .notAvailable
        }

        /// Returns `codecs`: decoding in processes without rights needs Linux and the trait
        /// `Sandbox`.
        public static func sandboxedOnFirstUse(
            _ codecs: CodecList = .installed, formats: Set<ImageFormat>? = nil,
            encodes: Bool = false, isolation: DecoderIsolation = .shared,
            wall: WallPolicy = .available, allowances: WorkerAllowances = WorkerAllowances(),
            worker: String? = nil,
            onMissing: (@Sendable ([SandboxReport.Layer]) -> Void)? = nil
        ) -> CodecList { codecs }
    }
#endif
