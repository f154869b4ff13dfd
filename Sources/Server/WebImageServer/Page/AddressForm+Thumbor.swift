#if Server
    import WebImageServerPage
    import WebImageURLs

    extension AddressForm {
        /// That of thumbor's addresses, which pass no source on.
        static let thumbor = AddressForm(
            name: "thumbor", addresses: "addresses of thumbor",
            fields: PageText.thumborFields, script: PageText.thumborScript,
            keyHint: "the key as text", effects: "blur(3);grayscale()",
            original: "encoded anew, in its own size", hasLocalSources: false)
    }
#endif
