import Testing
import WebImageBytes

@Suite struct EncodedImageTests {
    @Test func `the signature decides, not the media type`() {
        let gif = EncodedImage(ByteBlock(copying: Array("GIF89a".utf8)), mediaType: "image/jpeg")
        #expect(gif.format == .gif)
        #expect(gif.mediaType == "image/jpeg")
    }

    @Test func `a media type makes no image of other bytes`() {
        let page = EncodedImage(ByteBlock(copying: Array("<html>".utf8)), mediaType: "image/png")
        #expect(page.format == nil)
    }
}
