#if JPEG
    import Testing
    import WebImageCoding
    import WebImageJPEG

    /// The information in the first bytes of a file.
    struct JPEGPrefixTests {
        @Test(arguments: Fixture.allCases)
        func `first bytes say what all bytes say, or are an error`(fixture: Fixture) throws {
            let file = try fixture.bytes()
            let whole = try metadata(file)
            let profile = file.withSpan { JPEGDecoder().color(of: $0).profile }
            var answerCount = 0
            for count in stride(from: 1, to: file.count, by: 13) {
                let first = file.prefix(count)
                guard let found = try? metadata(first) else { continue }
                answerCount += 1
                #expect(found == whole, "after \(count) bytes")
                #expect(first.withSpan { JPEGDecoder().color(of: $0).profile } == profile)
            }
            #expect(JPEGDecoder().headerLeads(in: .jpeg))
            #expect(answerCount > 0)
        }
    }
#endif
