#if Server
    import WebImage
    public import WebImageURLs

    // thumbor's variables, `THUMBOR_…`, besides the ones of its addresses alone.
    extension ServerSettings {
        /// Creates settings of thumbor's variables (`THUMBOR_…`), with thumbor's values for those
        /// unset.
        ///
        /// - Throws: The first variable that cannot be read.
        public init(thumborEnvironment environment: [String: String]) throws(SettingFault) {
            var read = EnvironmentReader(environment, prefix: "THUMBOR_")
            try self.init(thumbor: &read)
        }

        /// Reads thumbor's variables, and declares them.
        init(thumbor read: inout EnvironmentReader) throws(SettingFault) {
            self.init()
            addressPrefix = read.prefix
            (port, encoding, turnsUpright) = (8_888, EncodingSettings(), false)
            encoding.preferred = [.jpeg, .png, .gif, .webp, .avif]
            (encoding.convertsAnimations, encoding.keepsGainMap) = (false, false)
            bounds.maxPixels = 75_000_000
            boundNames.pixels = read.prefix + "MAX_PIXELS"
            // Thumbor looks at no addresses of hosts.
            (sources.allowsPrivate, sources.allowsLoopback) = (true, true)
            try readAnswers(&read)
            // The grammar reads these, too.
            try read("QUALITY", .quality, &encoding.quality, "Quality of formats without their own")
            try read("RESPECT_ORIENTATION", .bool, &turnsUpright, "Pictures are turned upright")
            try read("MAX_PIXELS", .pixels, &bounds.maxPixels, "Pixels of a source")
            for (name, format) in [("AVIF", ImageFormat.avif), ("WEBP", .webp)] {
                let isAutomatic = try read("AUTO_\(name)", .bool, standard: "false")
                if isAutomatic == true { encoding.automatic.append(format) }
            }
            try read("AUTO_PNG_TO_JPG", .bool, &encoding.makesOpaquePNGToJPEG)
            try read("HTTP_LOADER_MAX_REDIRECTS", .count(0...1_000), &sources.maxRedirects)
            var followsRedirects = true
            try read("HTTP_LOADER_FOLLOW_REDIRECTS", .bool, &followsRedirects)
            if !followsRedirects { sources.maxRedirects = 0 }
            if let most = try read("HTTP_LOADER_REQUEST_TIMEOUT", .seconds(), "Time of a source") {
                (downloadTimeout, sources.totalTimeout) = (most, most)
                // The source's time ends before the answer's.
                timeout = max(timeout, most + .seconds(1))
            }
        }

        private mutating func readAnswers(_ read: inout EnvironmentReader) throws(SettingFault) {
            var rules = ThumborAnswers()
            try read("MAX_AGE", .count(0...Int(Int32.max)), &rules.lifetime, "Seconds of clients")
            try read("ENABLE_ETAGS", .bool, &rules.tellsTags)
            try read("SEND_IF_MODIFIED_LAST_MODIFIED_HEADERS", .bool, &rules.tellsDates)
            answers = rules
        }
    }
#endif
