#if os(Linux)
    import Glibc
    import Testing
    import WebImagePixels

    /// Blocks larger than any address space, and reserved memory.
    struct RefusedMemoryTests {
        /// A size that no other test uses.
        private static let byteCount = 2 << 20 | 12_345

        @Test func `a bitmap larger than the address space is nil`() {
            let size = PixelSize(width: 1 << 20, height: 1 << 30)
            for isCleared in [false, true] {
                #expect(Bitmap(allocating: size, isCleared: isCleared) == nil)
            }
        }

        @Test func `room larger than the address space is refused, and nothing runs in it`() {
            for byteCount in [1 << 52, Int.max] {
                #expect(!LargeMemory.hasRoom(byteCount: byteCount))
                #expect(LargeMemory.reserving(byteCount) { true } == nil)
                #expect(LargeMemory.reserving(0, scratch: byteCount) { true } == nil)
            }
            #expect(LargeMemory.hasRoom(byteCount: 1 << 20))
        }

        @Test func `a block that is given back is a spare one in the room, and zero again`() throws
        {
            let count = Self.byteCount
            let places = LargeMemory.reserving(2 * count) { () -> [UInt] in
                (0..<3).map { _ in
                    guard let block = LargeMemory.takeZeroed(byteCount: count) else { return 0 }
                    let bytes = UnsafeRawBufferPointer(start: block, count: count)
                    #expect(bytes.allSatisfy { $0 == 0 })
                    defer { LargeMemory.give(block, byteCount: count) }
                    block.storeBytes(of: 1, as: UInt8.self)
                    return UInt(bitPattern: block)
                }
            }
            #expect(try Set(#require(places)).count == 1)
        }

        @Test func `a room inside of a room leaves the outer one as it was`() throws {
            let count = Self.byteCount + 4096
            let places = LargeMemory.reserving(2 * count) { () -> [UInt] in
                let first = LargeMemory.take(byteCount: count)
                let inner = LargeMemory.reserving(count) { LargeMemory.take(byteCount: count) }
                let second = LargeMemory.take(byteCount: count)
                let blocks = [first, inner ?? nil, second]
                for block in blocks {
                    if let block { LargeMemory.give(block, byteCount: count) }
                }
                return blocks.map { UInt(bitPattern: $0) }
            }
            let found = try #require(places)
            let page = Int(getpagesize())
            let pages = UInt((count + page - 1) / page * page)
            #expect(found[2] == found[0] + pages)
            #expect(found[1] != 0)
        }

        @Test func `a failure inside of a room is passed on`() {
            #expect(throws: Refusal.self) {
                try LargeMemory.reserving(Self.byteCount) { () throws(Refusal) in throw Refusal() }
            }
        }

        private struct Refusal: Error {}
    }
#endif
