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
        let nowhere = "/nowhere/at/all/out.bmp"
        do throws(ImageError) {
            try bytes.write(to: nowhere)
            Issue.record("a file was written to no folder")
        } catch {
            #expect(error.stage == "store" && error.reason.contains(nowhere), "\(error)")
            #expect(error.reason.hasSuffix("No such file or directory"))
        }
        #expect(Data(ByteBlock(copying: [])).isEmpty)
    }
}
