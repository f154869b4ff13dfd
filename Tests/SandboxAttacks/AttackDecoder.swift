#if Sandbox && os(Linux)
    import CSandbox
    import CSandboxAttacks
    import Glibc
    package import WebImageCoding
    package import WebImagePixels

    /// A decoder that a picture has taken over: the bytes are the name of what it then tries.
    package struct AttackDecoder: ImageDecoder {
        package init() {}

        package var identity: String { "attack/1" }
        package var formats: [ImageFormat] { [.attack] }

        package func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
            bytes.has("attack ", at: 0) ? .attack : nil
        }

        package func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            if bytes.has("attack fill", at: 0) { throw .unsupported(.attack, Self.fill()) }
            if bytes.has("attack spin", at: 0) { while true {} }
            return ImageMetadata(size: PixelSize(2, 2))
        }

        package func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            MemoryDemand(size: PixelSize(2, 2), byteCount: 16)
        }

        package func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let all = bytes.withUnsafeBytes { Array($0) }
            let attack = all.dropFirst("attack ".utf8.count)
            let words = attack.split(separator: UInt8(ascii: " "), maxSplits: 1)
            let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
            switch Attack(rawValue: name) {
            case .call:
                let number = words.last.flatMap { Int32(String(decoding: $0, as: UTF8.self)) }
                if csandbox_attack(number ?? 0) { throw .unsupported(.attack, "it succeeded") }
            case .fault: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            case .abort: abort()
            case .memory: takeMemory()
            case .fill: throw .unsupported(.attack, Self.fill())
            case .spy: Self.spy()
            case .spin: while true {}
            case .silence: sleepForever()
            case .close: close(3)
            case .packet:
                Self.send(Array(attack.dropFirst(name.utf8.count + 1)))
                scribble()
            case .longPacket:
                Self.send([UInt8](repeating: 1, count: 20_000))
                sleepForever()
            case .descriptor:
                var output: [Int32] = [5]
                _ = csandbox_send(3, [UInt8](repeating: 1, count: 1), 1, &output, 1, 1000)
                sleepForever()
            case .shrink: ftruncate(5, 0)
            case .large:
                let bitmap = Bitmap(size: PixelSize(6000, 6000))
                return DecodeOutput(
                    bitmap: bitmap, color: .sRGB, metadata: ImageMetadata(size: bitmap.size))
            case nil: throw .damaged(.attack, name)
            }
            let bitmap = Bitmap(size: PixelSize(2, 2))
            return DecodeOutput(
                bitmap: bitmap, color: .sRGB, metadata: ImageMetadata(size: bitmap.size))
        }

        static func send(_ packet: [UInt8]) {
            _ = csandbox_send(3, packet, packet.count, nil, 0, 1000)
        }

        /// Takes memory until there is none; returns the number of bytes.
        static func fill() -> String {
            let count = 4 << 20
            var all = 0
            let kind = MAP_PRIVATE | MAP_ANONYMOUS
            while let block = mmap(nil, count, PROT_READ | PROT_WRITE, kind, -1, 0),
                block != MAP_FAILED
            {
                memset(block, 1, count)
                all += count
            }
            return "\(all)"
        }

        /// Keeps the worker: each later request gets an error with the operation that it sees.
        static func spy() -> Never {
            answer("taken over")
            while true {
                var packet = [UInt8](repeating: 0, count: 4096)
                let found = packet.withUnsafeMutableBytes { room in
                    room.baseAddress.map { csandbox_receive(3, $0, room.count, 1, -1) }
                }
                if found?.error != 0 { exit(0) }
                // A memory's size and the version precede it.
                answer("the spy saw operation \(packet[10])")
            }
        }

        /// Sends the error that bytes are damaged.
        private static func answer(_ text: String) {
            let words = { (text: String) in [UInt8(text.utf8.count), 0] + Array(text.utf8) }
            send([2, 5] + words("attack") + words(text) + words(""))
        }

        /// Takes memory until there is none, and writes to it.
        private func takeMemory() {
            // An optimizer may leave out malloc() of a block that is never read.
            let count = 16 << 20
            let kind = MAP_PRIVATE | MAP_ANONYMOUS
            while let block = mmap(nil, count, PROT_READ | PROT_WRITE, kind, -1, 0),
                block != MAP_FAILED
            {
                memset(block, 1, count)
            }
            abort()
        }

        func sleepForever() -> Never {
            // Descriptor 3 gets no packet, so this waits without computing.
            var one = pollfd(fd: -1, events: 0, revents: 0)
            while true { poll(&one, 1, 1000) }
        }

        /// Writes to the output memory as long as the process lives.
        private func scribble() -> Never {
            var address: UnsafeMutableRawPointer?
            let count = 4 << 20
            guard csandbox_map(5, count, true, &address) == 0, let address else { sleepForever() }
            while true {
                for value in UInt8.min...UInt8.max { memset(address, Int32(value), 4096) }
            }
        }
    }

    /// The attempts of ``AttackDecoder``.
    package enum Attack: String, Sendable {
        /// A forbidden call; its number follows.
        case call
        case fault, abort, memory, spin, silence, close
        /// Takes all memory, and tells how much that was.
        case fill
        /// Answers all later requests to the worker.
        case spy
        /// A packet of its own, whose bytes follow, then writes to the answer's memory.
        case packet
        case longPacket, descriptor, shrink
        /// A picture of 144 MB.
        case large

        /// The bytes of a picture that does this.
        package func bytes(_ rest: [UInt8] = []) -> ByteBlock {
            ByteBlock(copying: Array("attack \(rawValue) ".utf8) + rest)
        }

        /// The bytes of a picture that makes a forbidden call.
        package static func bytes(ofCall number: Int32) -> ByteBlock {
            Attack.call.bytes(Array("\(number)".utf8))
        }
    }

    /// A forbidden call, and the signal that must end a worker at it: 0 if it is denied without.
    package struct ForbiddenCall: Sendable {
        package let number: Int32
        package let name: String
        package let signal: Int32

        /// All calls.
        package static var all: [ForbiddenCall] {
            (0..<csandbox_attack_count()).map { number in
                ForbiddenCall(
                    number: number, name: String(cString: csandbox_attack_name(number)),
                    signal: csandbox_attack_signal(number))
            }
        }
    }

    extension ImageFormat {
        package static let attack = ImageFormat(rawValue: "attack")
    }
#endif
