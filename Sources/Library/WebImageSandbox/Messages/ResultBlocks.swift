#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// The data of a result that no packet holds: pixels, then blocks one after the other.
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

        /// The memory that the data takes; as bitmaps do, with room to align the pixels.
        var capacity: Int { (bitmap.map { $0.byteCount + Bitmap.rowAlignment } ?? 0) + count }

        /// Returns `true` if the data fits a memory in which no other bitmap lies.
        func fit(_ memory: SharedMemory) -> Bool {
            let isFree = capacity == 0 || liesIn(memory) || !LargeMemory.isInUse(memory.base)
            return isFree && capacity <= memory.count
        }

        /// Returns `true` if the pixels were decoded into a memory.
        private func liesIn(_ memory: SharedMemory) -> Bool {
            bitmap?.withUnsafeRows { UnsafeRawPointer($0) == UnsafeRawPointer(memory.base) }
                ?? false
        }

        /// Copies the data into a memory that it fits.
        func write(to memory: SharedMemory) {
            if let bitmap, !liesIn(memory) { memory.write(bitmap, behind: 0) }
            var offset = bitmap?.byteCount ?? 0
            for block in blocks {
                block.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    (memory.base + offset).copyMemory(from: start, byteCount: bytes.count)
                }
                offset += block.count
            }
        }
    }

    /// The data after a received packet, copied out in order: pixels first.
    struct ReceivedBlocks {
        let memory: SharedMemory
        private let areReleased: Bool
        private(set) var count = 0

        /// - Parameter areReleased: `true` if the worker needs the pixels no longer.
        init(in memory: SharedMemory, areReleased: Bool = false) {
            self.memory = memory
            self.areReleased = areReleased
        }

        /// Begins after the pixels of a picture.
        mutating func skip(_ picture: WirePicture) { count = picture.byteCount }

        /// Returns a copy of the next bytes.
        mutating func next(_ count: Int) throws(PacketError) -> ByteBlock {
            guard self.count <= memory.count, count <= memory.count - self.count else {
                throw PacketError("data beyond the end of the memory")
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

        /// Returns a copy of the pixels, which precede all blocks.
        func bitmap(_ picture: WirePicture) throws(PacketError) -> Bitmap {
            guard picture.byteCount <= memory.count else {
                throw PacketError("pixels beyond the end of the memory")
            }
            guard let bitmap = picture.copy(from: memory, behind: 0, isReleased: areReleased)
            else {
                throw PacketError("pixels of \(picture.size) that do not fit the memory left")
            }
            return bitmap
        }
    }

    extension Array where Element == UInt8 {
        init(_ block: ByteBlock) { self = block.withUnsafeBytes { [UInt8]($0) } }
    }
#endif
