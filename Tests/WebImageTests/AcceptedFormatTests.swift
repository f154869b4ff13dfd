import Testing
import WebImage

/// The format of a response by the field `Accept` of its request.
struct AcceptedFormatTests {
    @Test(arguments: [
        ("image/avif,image/webp,*/*;q=0.8", ImageFormat.webp), ("image/avif", .avif),
        ("image/avif, image/webp;q=0.9", .avif), ("IMAGE/WEBP ; Q=0.5", .webp),
        ("image/webp;q=0,image/avif;q=0.001", .avif), ("text/html;level=\"a,b\",image/webp", .webp),
        ("image/webp;x=\"a;q=0\",image/avif;q=0.9", .webp),
    ])
    func `the highest weight counts, then the server's order`(field: String, format: ImageFormat) {
        #expect(ImageFormat.accepted(by: field, among: [.webp, .avif]) == format)
    }

    @Test(arguments: [
        nil, "", "*/*", "image/*", "image/webp;q=0", "image/webp;q=2", "image/webp;q=x",
        "image/webp;q=nan", "image/jpeg", "image/webpx", ";;,,;q=1", "image/webp;q=-1",
    ])
    func `a field that names none of them accepts none`(field: String?) {
        #expect(ImageFormat.accepted(by: field, among: [.webp, .avif]) == nil)
    }
}
