#if Server
    import WebImageServerPage
    import WebImageURLs

    extension AddressForm {
        /// That of the library's own addresses.
        static let webImage = AddressForm(
            name: "webimage", addresses: "the server’s own addresses",
            fields: PageText.webImageFields, script: PageText.webImageScript,
            keyHint: "hexadecimal digits", effects: "blur(3);sharpen(1)")
    }
#endif
