#if Server
    import WebImageServerPage
    import WebImageURLs

    extension AddressForm {
        /// That of imgproxy's addresses.
        static let imgproxy = AddressForm(
            name: "imgproxy", addresses: "addresses of imgproxy",
            fields: PageText.imgproxyFields, script: PageText.imgproxyScript,
            keyHint: "key and salt in hexadecimal digits", effects: "blur:3;sharpen:1")
    }
#endif
