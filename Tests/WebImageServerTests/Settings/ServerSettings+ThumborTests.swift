#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// thumbor's variables.
    struct ServerSettingsThumborTests {
        typealias Row = VariableRow<ThumborGrammar>

        private static func read(
            _ values: [String: String]
        ) throws(SettingFault) -> (ServerSettings, ThumborGrammar) {
            let environment = Variables.named("THUMBOR_", values)
            return (
                try ServerSettings(thumborEnvironment: environment),
                try ThumborGrammar(environment: environment)
            )
        }

        private static let rows: [Row] = [
            Row("SECURITY_KEY", "k") { _, grammar in grammar.key == Array("k".utf8) },
            Row("ALLOW_UNSAFE_URL", "False") { _, grammar in !grammar.allowsUnsafe },
            Row("ALLOWED_SOURCES", "a.test") { _, grammar in grammar.access?.sources.count == 1 },
            Row("MAX_WIDTH", "7") { _, grammar in grammar.maxWidth == 7 },
            Row("MAX_HEIGHT", "7") { _, grammar in grammar.maxHeight == 7 },
            Row("MAX_PIXELS", "1e6") { settings, grammar in
                settings.bounds.maxPixels == 1_000_000 && grammar.maxPixels == 1_000_000
            },
            Row("QUALITY", "7") { settings, grammar in
                settings.encoding.quality == 7 && grammar.qualities == [.jpeg: 7, .webp: 7]
            },
            Row("WEBP_QUALITY", "7") { _, grammar in grammar.qualities == [.jpeg: 80, .webp: 7] },
            Row("AVIF_QUALITY", "7") { _, grammar in grammar.qualities[.avif] == 7 },
            Row("RESPECT_ORIENTATION", "True") { settings, grammar in
                settings.turnsUpright && grammar.turnsUpright
            },
            Row("PRESERVE_EXIF_INFO", "1") { _, grammar in grammar.keepsMetadata },
            Row("PILLOW_RESAMPLING_FILTER", "Nearest") { _, grammar in grammar.filter == .nearest },
            Row("MAX_AGE", "7") { settings, _ in settings.thumbor?.lifetime == 7 },
            Row("ENABLE_ETAGS", "0") { settings, _ in settings.thumbor?.tellsTags == false },
            Row("SEND_IF_MODIFIED_LAST_MODIFIED_HEADERS", "1") { settings, _ in
                settings.thumbor?.tellsDates == true
            },
            Row("AUTO_AVIF", "1") { settings, _ in settings.encoding.automatic == [.avif] },
            Row("AUTO_WEBP", "1") { settings, _ in settings.encoding.automatic == [.webp] },
            Row("AUTO_PNG_TO_JPG", "1") { settings, _ in settings.encoding.makesOpaquePNGToJPEG },
            Row("HTTP_LOADER_MAX_REDIRECTS", "7") { settings, _ in
                settings.sources.maxRedirects == 7
            },
            Row("HTTP_LOADER_FOLLOW_REDIRECTS", "0") { settings, _ in
                settings.sources.maxRedirects == 0
            },
            Row("HTTP_LOADER_REQUEST_TIMEOUT", "12") { settings, _ in
                settings.downloadTimeout == .seconds(12)
                    && settings.sources.totalTimeout == .seconds(12)
                    && settings.timeout == .seconds(13)
            },
        ]

        @Test func `each variable is read into its place`() throws {
            let declared = ServerVariables.groups[2].all.map { String($0.variable.dropFirst(8)) }
            #expect(declared.count == Set(declared).count)
            Row.check(Self.rows, declared: declared, by: Self.read)
        }

        @Test func `usual values are those of thumbor`() throws {
            let (settings, grammar) = try Self.read([:])
            #expect(settings.address == ("127.0.0.1", 8_888))
            #expect(settings.answers.healthPaths == ["/health", "/healthcheck"])
            #expect(settings.sources.allowsPrivate && settings.sources.allowsLoopback)
            #expect(settings.boundNames.pixels == "THUMBOR_MAX_PIXELS")
            #expect(settings.addressPrefix == "THUMBOR_")
            #expect(settings.thumbor?.tellsDates == false)
            #expect(grammar.allowsUnsafe)
            #expect(settings.bounds.maxPixels == grammar.maxPixels)
        }

        @Test func `a filter or host that cannot be is a fault`() {
            for (name, value, form) in [
                (
                    "PILLOW_RESAMPLING_FILTER", "HAMMING",
                    "NEAREST, BOX, BILINEAR, BICUBIC or LANCZOS"
                ),
                ("ALLOWED_SOURCES", "a.test,(", "hosts or regular expressions"),
            ] {
                #expect {
                    try Self.read([name: value])
                } throws: {
                    "\($0)" == "THUMBOR_\(name): expected \(form), found '\(value)'"
                }
            }
        }
    }

    extension ServerSettings {
        fileprivate var thumbor: ThumborAnswers? { answers as? ThumborAnswers }
    }
#endif
