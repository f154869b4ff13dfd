import Testing
import WebImageLoading

struct ImageOptionsTests {
    @Test func `an option whose value may be absent has its default until it is set`() {
        var options = ImageOptions()
        #expect(options.staleIfError == .seconds(86_400))
        options.staleIfError = nil
        #expect(options.staleIfError == nil)
        #expect(ImageOptions().over(options).staleIfError == nil)
        options.staleIfError = .seconds(5)
        #expect(options.staleIfError == .seconds(5))
    }
}
