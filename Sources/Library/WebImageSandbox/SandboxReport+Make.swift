#if Sandbox && os(Linux)
    import CSandbox
    import WebImage

    extension SandboxReport {
        /// Starts a decoder process, tries the parts of the wall there, and ends it.
        ///
        /// - Parameter worker: The executable; nil for this program's.
        /// - Throws: `SandboxError` if no process can be started.
        public static func make(worker: String? = nil) throws(SandboxError) -> SandboxReport {
            let settings = DecoderPool.Settings(
                identity: CodecList.installed.sandboxIdentity, executable: worker)
            return try DecoderPool(settings).start()
        }

        init(of starter: StarterProcess) {
            let held = Self.bits.filter { starter.layers & $0.bit != 0 }.map(\.layer)
            var required: [Layer] = [.noNewPrivileges, .systemCalls, .resources, .descriptors]
            if starter.hasLandlock { required.append(.files) }
            self.init(layers: Set(held), missing: required.filter { !held.contains($0) })
        }

        /// The layers that the starter has built, and the worker does not report.
        static let layersOfStarter =
            CSANDBOX_USER.rawValue | CSANDBOX_NAMESPACES.rawValue | CSANDBOX_DESCRIPTORS.rawValue

        private static let bits: [(bit: UInt32, layer: Layer)] = [
            (CSANDBOX_NO_NEW_PRIVILEGES.rawValue, .noNewPrivileges),
            (CSANDBOX_SECCOMP.rawValue, .systemCalls),
            (CSANDBOX_LANDLOCK_PATHS.rawValue, .files),
            (CSANDBOX_LANDLOCK_NETWORK.rawValue, .ports),
            (CSANDBOX_RESOURCE_LIMITS.rawValue, .resources),
            (CSANDBOX_NOT_DUMPABLE.rawValue, .notTraceable),
            (CSANDBOX_USER.rawValue, .user),
            (CSANDBOX_DESCRIPTORS.rawValue, .descriptors),
            (CSANDBOX_SESSION.rawValue, .session),
            (CSANDBOX_NAMESPACES.rawValue, .namespaces),
            (CSANDBOX_OWN_USER.rawValue, .ownUser),
        ]
    }
#endif
