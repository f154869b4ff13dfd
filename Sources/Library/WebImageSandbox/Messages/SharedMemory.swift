#if Sandbox && os(Linux)
    import CSandbox

    /// Memory that the program and a worker share; its size is sealed.
    // Safe because one side at a time uses it: the program before a request and after the answer.
    // The other side may write at any time, so all that is read from it is copied before it is
    // checked.
    final class SharedMemory: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let count: Int
        private let descriptor: Int32

        /// Makes memory.
        ///
        /// - Parameter isWritable: `false` lets only this mapping write.
        /// - Throws: `SandboxError.system` if the system refuses it.
        init(count: Int, isWritable: Bool) throws(SandboxError) {
            let made = csandbox_memory("webimage", count)
            guard made >= 0 else { throw .system("memfd_create", errno: currentErrno()) }
            descriptor = made
            self.count = count
            base = try Self.map(made, count, writable: true)
            csandbox_seal(made, !isWritable)
        }

        /// Maps memory whose descriptor was received.
        ///
        /// - Throws: `SandboxError.system` if its size is not sealed or the system refuses it; the
        ///   descriptor is closed then.
        init(receiving descriptor: Int32, count: Int, writable: Bool) throws(SandboxError) {
            self.descriptor = descriptor
            self.count = count
            guard csandbox_memory_is_sealed(descriptor, count) else {
                closeDescriptor(descriptor)
                throw .system("a memory without seals", errno: 0)
            }
            base = try Self.map(descriptor, count, writable: writable)
        }

        private static func map(
            _ descriptor: Int32, _ count: Int, writable: Bool
        ) throws(SandboxError) -> UnsafeMutableRawPointer {
            var address: UnsafeMutableRawPointer?
            let error = csandbox_map(descriptor, count, writable, &address)
            guard error == 0, let address else {
                closeDescriptor(descriptor)
                throw .system("mmap", errno: error)
            }
            return address
        }

        /// The descriptor, to be sent with a packet.
        var shared: Int32 { descriptor }

        /// The whole memory.
        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

        deinit {
            csandbox_unmap(base, count)
            closeDescriptor(descriptor)
        }
    }
#endif
