#if Sandbox && os(Linux)
    /// The numbers that both sides of the channel share (`Documentation/decoder-protocol.md`).
    enum Message {
        /// The version of the protocol; both sides refuse another one.
        static let version: UInt16 = 9
        /// The most bytes of a packet.
        static let maxByteCount = 4096
        /// The bytes of each of a worker's two memories, while no larger ones are needed.
        static let memoryByteCount = 4 << 20
        /// The most bytes of a text.
        static let maxText = 1024
        /// The most bytes of EXIF and of a profile.
        static let maxBlock = 64 << 20
        /// The bytes of metadata that a result may have besides its pixels.
        static let metadataRoom = 2 * maxBlock

        /// The requests of the program to the starter.
        enum StarterRequest: UInt8 {
            /// Forks a worker, which gets the two memories and the socket of the packet.
            case fork = 1
            /// Sets a worker's limits of processor time and address space.
            case limit = 2
            /// Kills a worker; the starter waits for its end later, unless the program will ask for
            /// it.
            case kill = 3
            /// Returns how a worker ended, if it has.
            case reap = 4
        }

        /// The requests of the program to a worker.
        enum Operation: UInt8 {
            case demand = 1
            case metadata
            case color
            case decode
            case frames
            case frame
            case convert
            case describe
            case encode
            case clean
        }

        /// The kinds of a worker's answers.
        enum Status: UInt8 {
            case result = 1
            case error
            /// The result needs a larger memory, which the program sends.
            case needsMemory
        }
    }
#endif
