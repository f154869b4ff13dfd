import Testing
import WebImageLoading
import WebImagePipeline

struct ImageOptionsTests {
    @Test func `an option whose value may be absent has its default until it is set`() {
        var options = ImageOptions()
        #expect(options[StaleIfError.self] == .seconds(86_400))
        options[StaleIfError.self] = nil
        #expect(options[StaleIfError.self] == nil)
        #expect(ImageOptions().over(options)[StaleIfError.self] == nil)
        options[StaleIfError.self] = .seconds(5)
        #expect(options[StaleIfError.self] == .seconds(5))
    }
}
