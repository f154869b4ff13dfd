import Testing
import WebImagePixels

struct SpareBlocksTests {
    private var spares = SpareBlocks(byteLimit: 100, countLimit: 3)

    private func block(_ address: UInt, _ byteCount: Int) -> SpareBlocks.Block {
        SpareBlocks.Block(address: address, byteCount: byteCount)
    }

    @Test mutating func `a spare block goes to who wants as many bytes, and to one only`() {
        #expect(spares.give(block(1, 30)) == [])
        #expect(spares.take(byteCount: 29) == nil)
        #expect(spares.take(byteCount: 30) == block(1, 30))
        #expect(spares.take(byteCount: 30) == nil)
        #expect(spares.byteCount == 0)
    }

    @Test mutating func `the youngest of equal blocks goes first`() {
        #expect(spares.give(block(1, 30)) == [])
        #expect(spares.give(block(2, 30)) == [])
        #expect(spares.take(byteCount: 30) == block(2, 30))
    }

    @Test mutating func `the eldest go to the system, as many as are too many or too large`() {
        for address in 1...3 { #expect(spares.give(block(UInt(address), 10)) == []) }
        #expect(spares.give(block(4, 10)) == [block(1, 10)])
        #expect(spares.give(block(5, 85)) == [block(2, 10), block(3, 10)])
        #expect(spares.byteCount == 95)
    }

    @Test mutating func `a block larger than all that may be spare is not kept, and moves nobody`()
    {
        #expect(spares.give(block(1, 60)) == [])
        #expect(spares.give(block(2, 101)) == [block(2, 101)])
        #expect(spares.take(byteCount: 60) == block(1, 60))
    }

    @Test mutating func `a lent block serves one request at a time, of any size that fits`() {
        spares.lend(block(7, 50))
        #expect(!spares.isInUse(at: 7))
        #expect(spares.take(byteCount: 51) == nil)
        #expect(spares.take(byteCount: 40) == block(7, 40))
        #expect(spares.isInUse(at: 7))
        #expect(spares.take(byteCount: 40) == nil)
        #expect(spares.give(block(7, 40)) == [])
        #expect(!spares.isInUse(at: 7))
        #expect(spares.byteCount == 0)
        #expect(spares.removeAll() == [])
        #expect(spares.take(byteCount: 50) == block(7, 50))
    }

    @Test mutating func `a lent block in use outlasts the next one, and is never released`() {
        spares.lend(block(7, 50))
        #expect(spares.take(byteCount: 50) == block(7, 50))
        spares.lend(block(8, 200))
        #expect(spares.take(byteCount: 50) == block(8, 50))
        #expect(spares.isInUse(at: 7) && spares.isInUse(at: 8))
        #expect(spares.give(block(7, 50)) == [])
        #expect(spares.take(byteCount: 50) == nil)
        #expect(spares.give(block(8, 50)) == [])
    }

    @Test mutating func `all of them go when memory runs short, and others may be spare then`() {
        for address in 1...3 { #expect(spares.give(block(UInt(address), 10)) == []) }
        #expect(spares.has(byteCount: 10))
        #expect(spares.removeAll() == [block(1, 10), block(2, 10), block(3, 10)])
        #expect(!spares.has(byteCount: 10))
        #expect(spares.byteCount == 0)
        #expect(spares.give(block(4, 100)) == [])
    }

    @Test mutating func `a process that may use little has fewer spares`() {
        for address in 1...3 { #expect(spares.give(block(UInt(address), 10)) == []) }
        #expect(spares.limit(toBytes: 25) == [block(1, 10)])
        #expect(spares.give(block(4, 26)) == [block(4, 26)])
        #expect(spares.limit(toBytes: 0) == [block(2, 10), block(3, 10)])
    }

    @Test(.enabled(if: LargeMemory.leastByteCount < .max))
    func `memory that somebody wrote is zero for who wants zeroes`() throws {
        // A size that no other test uses; others may evict the block, but not every time.
        let byteCount = (1 << 20) + 77
        for _ in 0..<20 {
            let used = try #require(LargeMemory.take(byteCount: byteCount))
            used.initializeMemory(as: UInt8.self, repeating: 255, count: byteCount)
            LargeMemory.give(used, byteCount: byteCount)
            let clear = try #require(LargeMemory.takeZeroed(byteCount: byteCount))
            let bytes = UnsafeRawBufferPointer(start: clear, count: byteCount)
            #expect(bytes.allSatisfy { $0 == 0 })
            LargeMemory.give(clear, byteCount: byteCount)
        }
    }

    @Test func `a picture of used memory has its own pixels, and a cleared one is clear`() {
        let size = PixelSize(width: 1024, height: 1024)
        for value in UInt8(1)...4 {
            var bitmap = Bitmap(uninitialized: size, colorSpace: .sRGB, isOpaque: true)
            bitmap.withUnsafeMutableRows { rows in
                for offset in 0..<(1024 * 4) { rows[offset] = value }
            }
            let copy = bitmap
            bitmap.withUnsafeMutableRows { $0[0] = 200 }
            let first = copy.withUnsafeRows { [$0[0], $0[4095]] }
            #expect(first == [value, value])
            let clear = Bitmap(size: size)
            #expect(clear.withUnsafeRows { rows in (0..<4096).allSatisfy { rows[$0] == 0 } })
        }
    }
}
