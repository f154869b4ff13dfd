#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// The data of a result that no packet holds: blocks one after the other, then pixels.
    struct ResultBlocks {
        private var blocks: [[UInt8]] = []
        private(set) var count = 0
        var bitmap: Bitmap?

        mutating func append(_ bytes: [UInt8]) {
            blocks.append(bytes)
            count += bytes.count
        }

        mutating func append(_ durations: [Duration]) {
            var packet = PacketWriter()
            for duration in durations { packet.write(duration) }
            append(packet.bytes)
        }

        mutating func append(_ block: ByteBlock) {
            append(block.withUnsafeBytes { Array($0) })
        }

        /// The memory that the data takes.
        var capacity: Int { bitmap.map { WirePicture($0).end(behind: count) } ?? count }

        /// Copies the data into a memory of at least ``capacity`` bytes.
        func write(to memory: SharedMemory) {
            var offset = 0
            for block in blocks {
                block.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    (memory.base + offset).copyMemory(from: start, byteCount: bytes.count)
                }
                offset += block.count
            }
            if let bitmap { memory.write(bitmap, behind: count) }
        }
    }

    /// The data behind a received packet, copied out in order.
    struct ReceivedBlocks {
        private let memory: SharedMemory
        private(set) var count = 0

        init(in memory: SharedMemory) { self.memory = memory }

        /// Returns a copy of the next bytes.
        mutating func next(_ count: Int) throws(PacketError) -> ByteBlock {
            guard count <= memory.count - self.count else {
                throw PacketError("data behind the end of the memory")
            }
            guard LargeMemory.hasRoom(byteCount: 2 * count) else {
                throw PacketError("\(count) bytes that do not fit the memory left")
            }
            defer { self.count += count }
            let from = memory.base + self.count
            return ByteBlock(capacity: count) { room in
                room.copyMemory(from: UnsafeRawBufferPointer(start: from, count: count))
                return count
            }
        }

        mutating func durations(_ count: Int) throws(PacketError) -> [Duration] {
            let (byteCount, overflow) = count.multipliedReportingOverflow(by: 16)
            guard !overflow else { throw PacketError("\(count) durations") }
            var packet = PacketReader(Array(try next(byteCount)))
            var durations: [Duration] = []
            durations.reserveCapacity(count)
            for _ in 0..<count { durations.append(try packet.readDuration()) }
            return durations
        }

        /// Returns a copy of the pixels behind all blocks.
        func bitmap(_ picture: WirePicture) throws(PacketError) -> Bitmap {
            guard picture.end(behind: count) <= memory.count else {
                throw PacketError("pixels behind the end of the memory")
            }
            guard let bitmap = picture.copy(from: memory, behind: count) else {
                throw PacketError("pixels of \(picture.size) that do not fit the memory left")
            }
            return bitmap
        }
    }

    extension Array where Element == UInt8 {
        init(_ block: ByteBlock) { self = block.withUnsafeBytes { [UInt8]($0) } }
    }
#endif
