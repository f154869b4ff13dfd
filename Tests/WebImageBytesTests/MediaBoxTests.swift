import Testing
import WebImageBytes

struct MediaBoxTests {
    @Test func `boxes are found by their path`() {
        let inner = box("leaf", [1, 2, 3])
        let bytes = box("free", []) + box("root", box("free", [9]) + inner)
        let found = ByteBlock(copying: bytes).withSpan { bytes in
            bytes.firstBox(["root", "leaf"], in: 0..<bytes.byteCount)
        }
        #expect(found.map { Array(bytes[$0]) } == [1, 2, 3])
    }

    @Test func `a box may reach to the end, or have a long size`() {
        let open = [0, 0, 0, 0] + Array("last".utf8) + [7, 8]
        let long = [0, 0, 0, 1] + Array("long".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 5, 6]
        let bytes = long + open
        let boxes = ByteBlock(copying: bytes).withSpan { $0.boxes(in: 0..<$0.byteCount) }
        #expect(boxes.map(\.body) == [16..<18, 26..<28])
        #expect(boxes.map(\.isOpenEnded) == [false, true])
    }

    @Test(
        arguments: [
            [0, 0, 0, 7], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 8], [0, 0],
        ] as [[UInt8]])
    func `any size ends the walk inside of the bytes`(size: [UInt8]) {
        let bytes = size + Array("evil".utf8) + [UInt8](repeating: 0xFF, count: 9)
        let boxes = ByteBlock(copying: bytes).withSpan { $0.boxes(in: 0..<$0.byteCount) }
        #expect(boxes.allSatisfy { $0.body.upperBound <= bytes.count })
        #expect(boxes.count <= 2)
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
    }
}
