import Testing
import WebImageMetadata

/// The removal of the thumbnail from the EXIF block of a changed picture, and of nothing else.
struct ExifThumbnailTests {
    /// Returns a little-endian block: one entry (the unit is inches), then a thumbnail.
    private static func block(thumbnail: [UInt8]) -> [UInt8] {
        let first: [UInt8] = [1, 0, 0x28, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 26, 0, 0, 0]
        let second: [UInt8] =
            [2, 0, 1, 2, 4, 0, 1, 0, 0, 0, 56, 0, 0, 0]
            + [2, 2, 4, 0, 1, 0, 0, 0, UInt8(thumbnail.count), 0, 0, 0] + [0, 0, 0, 0]
        return [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + first + second + thumbnail
    }

    @Test func `the thumbnail and what describes it are gone`() throws {
        let old = Self.block(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])
        let new = old.withoutExifThumbnail()
        #expect(new.count == 26)
        #expect(Array(new[8..<22]) == Array(old[8..<22]))
        #expect(Array(new[22..<26]) == [0, 0, 0, 0])
    }

    @Test func `a block without a thumbnail stays as it is`() {
        let block = Self.block(thumbnail: [1, 2, 3, 4]).withoutExifThumbnail()
        #expect(block.withoutExifThumbnail() == block)
        #expect([UInt8]([1, 2, 3]).withoutExifThumbnail() == [1, 2, 3])
    }
}
