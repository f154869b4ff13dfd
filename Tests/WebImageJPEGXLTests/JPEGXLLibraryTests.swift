#if JPEGXL
    import Testing
    import WebImageCoding
    import WebImageJPEGXL

    @Suite struct JPEGXLLibraryTests {
        @Test func `a missing library is an error that names library and package`() {
            #expect {
                try JPEGXLLibrary.open(name: "libwebimage-is-not-there.so.1")
            } throws: { error in
                guard
                    case CodecError.missingLibrary(.jxl, let library, let package) = error
                else { return false }
                return library == "libwebimage-is-not-there.so.1" && package.hasPrefix("libjxl0.")
            }
        }

        @Test func `a library of other functions is called missing`() {
            #expect {
                try JPEGXLLibrary.open(name: "libc.so.6")
            } throws: { error in
                if case CodecError.missingLibrary(.jxl, "JxlDecoderVersion", _) = error {
                    true
                } else {
                    false
                }
            }
        }

        @Test func `the installed library is of the headers' version`() throws {
            try JPEGXLLibrary.open(name: nil)
            #expect(JPEGXLDecoder().identity.hasPrefix("jxl/libjxl-0."))
            #expect(JPEGXLEncoder().identity == JPEGXLDecoder().identity)
        }
    }
#endif
