import Testing
import WebImageCaching
import WebImageLoading

/// The rules by which responses are accepted.
struct ResponseRulesTests {
    @Test func `rules set the options that they state, and no others`() {
        var options = ImageOptions()
        options.acceptedStatuses = [200]
        ResponseRules(acceptedMediaTypes: ["image/*"]).apply(to: &options)
        #expect(options.acceptedStatuses == [200])
        #expect(options.acceptedMediaTypes == ["image/*"])
        ResponseRules(acceptedStatuses: [404]).apply(to: &options)
        #expect(options.acceptedStatuses == [404])
        #expect(options.acceptedMediaTypes == ["image/*"])
    }

    @Test func `rules are empty if they state nothing`() {
        #expect(ResponseRules().isEmpty)
        #expect(!ResponseRules(rejectedHeaders: [HeaderMatch("a")]).isEmpty)
        #expect(!ResponseRules(acceptedStatuses: .success).isEmpty)
        #expect(!ResponseRules(acceptedMediaTypes: ["*/*"]).isEmpty)
    }

    @Test(
        arguments: [
            ("image/png", "image/png"), (" Image/SVG+xml ", "image/svg+xml"),
            ("image/*", "image/*"), ("*/*", "*/*"), ("image", nil), ("image/", nil), ("/png", nil),
            ("*/png", nil), ("image/png;q=1", nil), ("a/b/c", nil), ("image/ png", nil), ("", nil),
        ] as [(String, String?)])
    func `a media type is read without parameters`(text: String, type: String?) {
        #expect(ResponseRules.mediaType(text) == type)
    }

    @Test(
        arguments: [
            ("200", StatusSet(200...200)), ("200-299,404", StatusSet(200...299, 404...404)),
            (" 200 - 299 , 404", StatusSet(200...299, 404...404)), ("any", .any),
            ("100-999", StatusSet(100...999)),
        ])
    func `statuses are read between commas`(text: String, statuses: StatusSet) {
        #expect(StatusSet(text) == statuses)
    }

    @Test(arguments: [
        "", ",", "200,", "99", "1000", "299-200", "200-", "-200", "2xx", "all", "+200",
    ])
    func `other texts are no statuses`(text: String) {
        #expect(StatusSet(text) == nil)
    }
}
