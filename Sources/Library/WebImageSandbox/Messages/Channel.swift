#if Sandbox && os(Linux)
    import CSandbox
    import Glibc

    /// One end of a pair of sockets that carries packets.
    final class Channel: Sendable {
        let socket: Int32

        init(owning socket: Int32) { self.socket = socket }

        /// Makes a pair: an end for this process, and the descriptor of the other.
        static func pair() throws(SandboxError) -> (Channel, other: Channel) {
            var (one, other): (Int32, Int32) = (-1, -1)
            let error = csandbox_socket_pair(&one, &other)
            guard error == 0 else { throw .system("socketpair", errno: error) }
            return (Channel(owning: one), Channel(owning: other))
        }

        /// Makes a pair, and passes the descriptor of the other end to a process.
        ///
        /// The descriptor is closed here after `pass`: with a copy of it, the end of that process
        /// would not be the end of the channel.
        static func shared<Value>(
            _ pass: (Int32) throws(SandboxError) -> Value
        ) throws(SandboxError) -> (Channel, Value) {
            let (near, far) = try pair()
            defer { withExtendedLifetime(far) {} }
            return (near, try pass(far.socket))
        }

        /// Sends a packet.
        ///
        /// - Parameter timeout: The milliseconds to wait for room; -1 for no end.
        /// - Returns: An error number; 0 for none.
        func send(_ packet: PacketWriter, with descriptors: [Int32] = [], timeout: Int32) -> Int32 {
            csandbox_send(
                socket, packet.bytes, packet.bytes.count, descriptors, Int32(descriptors.count),
                timeout)
        }

        /// Receives a packet and its descriptors, which the caller owns.
        ///
        /// - Parameter timeout: The milliseconds to wait; -1 for no end.
        func receive(
            descriptors: Int32 = 0, timeout: Int32
        ) throws(ChannelError) -> (packet: PacketReader, descriptors: [Int32]) {
            var found = csandbox_packet()
            let bytes = [UInt8](unsafeUninitializedCapacity: Message.maxByteCount) { room, count in
                guard let start = room.baseAddress else { return }
                found = csandbox_receive(socket, start, room.count, descriptors, timeout)
                count = found.error == 0 ? found.count : 0
            }
            guard found.error == 0 else { throw ChannelError(errno: found.error) }
            let received = withUnsafeBytes(of: found.descriptors) {
                Array($0.bindMemory(to: Int32.self).prefix(Int(found.descriptor_count)))
            }
            return (PacketReader(bytes), received)
        }

        deinit { close(socket) }
    }

    /// A failed call of the channel.
    struct ChannelError: Error {
        let errno: Int32

        var isTimeout: Bool { errno == ETIMEDOUT }
        var isTooLong: Bool { errno == EMSGSIZE }
        /// `true` if the other side has ended.
        var isEnd: Bool { errno == EPIPE }
    }

    func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

    /// The error number of the last call.
    func currentErrno() -> Int32 { errno }

    /// The system's words for an error number.
    func words(of errno: Int32) -> String {
        guard let words = strerror(errno) else { return "error \(errno)" }
        return String(cString: words)
    }
#endif
