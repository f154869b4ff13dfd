import Testing
import WebImageBytes

struct CodecErrorTests {
    @Test func `errors of one kind are counted together, whatever their text and format`() {
        let errors: [CodecError] = [
            .damaged(.png, "line 3"), .damaged(.jpeg, "line 4"), .limit("100 megapixels"),
            .workerEnded(.svg, .memory), .workerEnded(.svg, .violation),
        ]
        let counts = Dictionary(grouping: errors, by: \.kind).mapValues(\.count)
        #expect(counts == [.damaged: 2, .limit: 1, .workerEnded: 2])
    }

    @Test(arguments: [
        (CodecError.unrecognized("HTML"), "unrecognized"), (.noCodec(.avif), "noCodec"),
        (.missingLibrary(.heic, library: "libheif.so.1", package: "libheif1"), "missingLibrary"),
        (.unsupported(.tiff, "JBIG"), "unsupported"), (.damaged(.gif, ""), "damaged"),
        (.truncated(.gif, ""), "truncated"), (.limit(""), "limit"),
        (.encoding(.gif, ""), "encoding"),
        (.cancelled, "cancelled"), (.timedOut(.seconds(1)), "timedOut"),
        (.workerEnded(.svg, .signal(11)), "workerEnded"),
    ])
    func `the kind is the name of the case`(_ error: CodecError, _ name: String) {
        #expect(error.kind.rawValue == name)
    }
}
