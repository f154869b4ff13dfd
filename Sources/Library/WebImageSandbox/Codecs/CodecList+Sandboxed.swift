#if Sandbox && os(Linux)
    public import WebImage
    import WebImageRuntime

    extension CodecList {
        /// Returns these codecs with decoders that decode in processes without rights.
        ///
        /// A picture that takes over a decoder gains a process that can open no file and no
        /// connection, and is ended at the limits of time and memory of `DecodeLimits`. Everything
        /// else stays: sizes, animations, metadata, errors, cancellation, the keys of caches.
        /// Embedded ICC profiles are read there, too. Previews of arriving bytes are not made.
        ///
        /// ```swift
        /// import WebImageSandbox
        ///
        /// DecoderWorker.runIfAsked()
        /// var pipeline = ImagePipeline.standard
        /// pipeline.codecs = try await .sandboxed()
        /// ```
        ///
        /// - Parameters:
        ///   - codecs: The codecs; the same as in ``DecoderWorker/runIfAsked(codecs:)``.
        ///   - formats: The formats to decode so; nil for all.
        ///   - encodes: `true` also encodes stills there, with up to ten minutes for a file;
        ///     animations are
        ///     encoded in the program, of pixels that it has decoded.
        ///   - isolation: The pictures that share a process.
        ///   - wall: The rule for systems that lack parts of the wall.
        ///   - allowances: The memory, threads and time that a process may have. One that decodes
        ///     more than
        ///     512 MB of pixels needs more, besides higher `DecodeLimits`.
        ///   - worker: The path of an executable that calls `runIfAsked()`, such as
        ///     `webimage-decoder`, for
        ///     programs that cannot start themselves; nil for this program's.
        /// - Throws: `SandboxError` if no process can be started, or the wall lacks what is
        ///   required.
        public static func sandboxed(
            _ codecs: CodecList = .installed, formats: Set<ImageFormat>? = nil,
            encodes: Bool = false, isolation: DecoderIsolation = .shared,
            wall: WallPolicy = .available, allowances: WorkerAllowances = WorkerAllowances(),
            worker: String? = nil
        ) async throws(SandboxError) -> CodecList {
            let pool = DecoderPool(
                .init(
                    identity: codecs.sandboxIdentity, libraries: codecs.formatsWithLibraries,
                    isolation: isolation, wall: wall, allowances: allowances, executable: worker))
            // Starting takes some milliseconds, in which a cooperative thread would wait.
            try await WorkExecutor(maxThreads: 1).run { () throws(SandboxError) in
                _ = try pool.start()
            }
            return codecs.with(pool, formats, encodes: encodes)
        }

        /// Returns the same list as `sandboxed`, which starts the first process when a picture
        /// needs it.
        ///
        /// An error of the start is then one of that picture, `CodecError.workerEnded`.
        ///
        /// - Parameter onMissing: Called once, before the first picture is decoded, with the
        ///   required parts of the wall that the system lacks.
        public static func sandboxedOnFirstUse(
            _ codecs: CodecList = .installed, formats: Set<ImageFormat>? = nil,
            encodes: Bool = false, isolation: DecoderIsolation = .shared,
            wall: WallPolicy = .available, allowances: WorkerAllowances = WorkerAllowances(),
            worker: String? = nil,
            onMissing: (@Sendable ([SandboxReport.Layer]) -> Void)? = nil
        ) -> CodecList {
            let pool = DecoderPool(
                .init(
                    identity: codecs.sandboxIdentity, libraries: codecs.formatsWithLibraries,
                    isolation: isolation, wall: wall, allowances: allowances, executable: worker,
                    onMissing: onMissing))
            return codecs.with(pool, formats, encodes: encodes)
        }

        private func with(
            _ pool: DecoderPool, _ formats: Set<ImageFormat>?, encodes: Bool
        ) -> CodecList {
            let profiles = RemoteProfiles(containsAll: formats == nil)
            var codecs = self
            codecs.decoders = decoders.map { twin in
                guard formats.map({ !$0.isDisjoint(with: twin.formats) }) ?? true else {
                    return twin
                }
                return twin is any AnimatedImageDecoder
                    ? RemoteAnimatedDecoder(twin: twin, pool: pool, profiles: profiles)
                    : RemoteDecoder(twin: twin, pool: pool, profiles: profiles)
            }
            if encodes {
                codecs.encoders = encoders.map { twin in
                    guard formats?.contains(twin.format) ?? true else { return twin }
                    let animations = twin as? any AnimatedImageEncoder
                    return animations.map { RemoteAnimatedEncoder(animations: $0, pool: pool) }
                        ?? RemoteEncoder(twin: twin, pool: pool)
                }
            }
            codecs.color = color.map {
                RemoteColorConverter(twin: $0, pool: pool, profiles: profiles)
            }
            return codecs
        }
    }
#endif
