import Foundation
import TestSupport
import Testing
import WebImage

struct ByteBlockFilesTests {
    @Test func `bytes are written to a file, and copied to data`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let bytes = ByteBlock(copying: [1, 2, 3])
        let path = folder.path + "/out.bmp"
        try bytes.write(to: path)
        try bytes.write(to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        #expect(throws: (any Error).self) { try bytes.write(to: "/nowhere/at/all/out.bmp") }
        #expect(Data(ByteBlock(copying: [])).isEmpty)
    }
}
