import Testing
import WebImageCoding

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

/// Bytes that several loads share are stored once.
struct LoadedDataTests {
    private let data = LoadedData(
        encoded: EncodedImage(ByteBlock(copying: [1])), origin: .network, head: nil, expires: nil,
        mayBeStored: true)

    @Test func `the first one stores them, nobody after`() throws {
        var count = 0
        for _ in 0..<3 { try data.storeOnce { _ in count += 1 } }
        #expect(count == 1)
    }

    @Test func `where that fails, the next one stores them`() throws {
        let full = DiskError("cannot write", path: "/a", code: 28)
        #expect(throws: full) { try data.storeOnce { _ throws(DiskError) in throw full } }
        var count = 0
        for _ in 0..<2 { try data.storeOnce { _ in count += 1 } }
        #expect(count == 1)
    }
}
