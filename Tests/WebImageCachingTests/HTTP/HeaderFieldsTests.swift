import Testing
import WebImageCaching

/// Lists in header fields.
struct HeaderFieldsTests {
    private let fields: HeaderFields = [
        "Accept": "image/avif", "Vary": " A,, b ,", "accept": "image/webp", "Empty": "",
    ]

    @Test func `fields of one name are one list`() {
        #expect(fields.combined("ACCEPT") == "image/avif, image/webp")
        #expect(fields.combined("Empty") == "")
        #expect(fields.combined("None") == nil)
    }

    @Test func `tokens have no case`() {
        #expect(fields.tokens("vary") == ["a", "b"])
        #expect(fields.tokens("Empty") == [])
        #expect(fields.tokens("None") == [])
    }
}
