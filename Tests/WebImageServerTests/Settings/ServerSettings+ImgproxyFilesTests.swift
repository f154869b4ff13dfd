#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// imgproxy's variables of files.
    enum ImgproxyFileRows {
        typealias Row = VariableRow<ImgproxyGrammar>

        static let unused = [
            "PNG_UNLIMITED", "SVG_UNLIMITED", "TIFF_UNLIMITED",
            "ENFORCE_THUMBNAIL", "DISABLE_SHRINK_ON_LOAD", "USE_LINEAR_COLORSPACE",
            "SO_REUSEPORT", "REPORT_DOWNLOADING_ERRORS", "FREE_MEMORY_INTERVAL",
        ]
        static let all = encoding + pictures

        private static let encoding: [Row] = [
            Row("QUALITY", "7") { settings, _ in settings.encoding.quality == 7 },
            Row("FORMAT_QUALITY", "webp=7") { settings, _ in
                settings.encoding.formatQualities == [.webp: 7, .avif: 63, .jxl: 77]
            },
            Row("AUTO_JXL", "1") { settings, _ in settings.encoding.automatic == [.jxl] },
            Row("AUTO_AVIF", "1") { settings, _ in settings.encoding.automatic == [.avif] },
            Row("AUTO_WEBP", "1") { settings, _ in settings.encoding.automatic == [.webp] },
            Row("ENFORCE_JXL", "1") { settings, _ in settings.encoding.enforced == [.jxl] },
            Row("ENFORCE_AVIF", "1") { settings, _ in settings.encoding.enforced == [.avif] },
            Row("ENFORCE_WEBP", "1") { settings, _ in settings.encoding.enforced == [.webp] },
            Row("PREFERRED_FORMATS", "png,jpg") { settings, _ in
                settings.encoding.preferred == [.png, .jpeg]
            },
            Row("SKIP_PROCESSING_FORMATS", "png,jpg") { settings, _ in
                settings.encoding.skipped == [.png, .jpeg]
            },
            Row("ALWAYS_RASTERIZE_SVG", "1") { settings, _ in settings.encoding.rasterizesSVG },
            Row("SANITIZE_SVG", "0") { settings, _ in !settings.encoding.sanitizesSVG },
            Row("STRIP_METADATA", "0") { settings, _ in !settings.encoding.stripsMetadata },
            Row("KEEP_COPYRIGHT", "0") { settings, _ in !settings.encoding.keepsCopyright },
            Row("STRIP_COLOR_PROFILE", "0") { settings, _ in !settings.encoding.stripsProfile },
            Row("PRESERVE_HDR", "1") { settings, _ in
                settings.encoding.keepsGainMap && settings.encoding.depth == .hdr
            },
            Row("JPEG_PROGRESSIVE", "1") { settings, _ in settings.encoding.isProgressive },
            Row("PNG_INTERLACED", "1") { settings, _ in settings.encoding.isInterlaced },
            Row("AUTO_ROTATE", "0") { settings, _ in !settings.turnsUpright },
            Row("PNG_QUANTIZE", "1") { settings, _ in settings.encoding.mostPNGColors == 256 },
            Row("PNG_QUANTIZATION_COLORS", "7", with: ["PNG_QUANTIZE": "1"]) { settings, _ in
                settings.encoding.mostPNGColors == 7
            },
            Row("WEBP_EFFORT", "6") { settings, _ in settings.encoding.efforts == [.webp: 10] },
            Row("AVIF_SPEED", "0") { settings, _ in settings.encoding.efforts == [.avif: 10] },
            Row("JXL_EFFORT", "9") { settings, _ in settings.encoding.efforts == [.jxl: 10] },
        ]

        private static let pictures: [Row] = [
            Row("WATERMARK_DATA", "AP8=") { settings, _ in settings.watermark == .data([0, 255]) },
            Row("WATERMARK_PATH", "/a") { settings, _ in settings.watermark == .path("/a") },
            Row("WATERMARK_URL", "s3://a/b") { settings, _ in
                settings.watermark == .url("s3://a/b")
            },
            Row("WATERMARK_OPACITY", "0.5") { settings, _ in settings.watermarkOpacity == 0.5 },
            Row("FALLBACK_IMAGE_DATA", "AP8=") { settings, _ in
                settings.fallback?.picture == .data([0, 255])
            },
            Row("FALLBACK_IMAGE_PATH", "/a") { settings, _ in
                settings.fallback?.picture == .path("/a")
            },
            Row("FALLBACK_IMAGE_URL", "s3://a/b") { settings, _ in
                settings.fallback?.picture == .url("s3://a/b")
            },
            Row("FALLBACK_IMAGE_HTTP_CODE", "404", with: ["FALLBACK_IMAGE_PATH": "/a"]) {
                settings, _ in settings.fallback?.status == 404
            },
            Row("FALLBACK_IMAGE_TTL", "7", with: ["FALLBACK_IMAGE_PATH": "/a"]) { settings, _ in
                settings.fallback?.lifetime == 7
            },
        ]
    }

    struct ServerSettingsImgproxyFilesTests {
        private func read(_ values: [String: String]) throws(SettingFault) -> ServerSettings {
            try ServerSettingsImgproxyTests.read(values).0
        }

        @Test func `formats that clients accept equally keep their order`() throws {
            let encoding = try read([
                "AUTO_WEBP": "1", "ENFORCE_AVIF": "1", "AUTO_AVIF": "1", "ENFORCE_JXL": "1",
            ]).encoding
            #expect(encoding.automatic == [.jxl, .avif, .webp])
            #expect(encoding.enforced == [.jxl, .avif])
        }

        @Test func `efforts are those of encoders`() throws {
            let webP = try (1...6).map {
                try read(["WEBP_EFFORT": "\($0)"]).encoding.efforts[.webp]
            }
            #expect(webP == [3, 4, 6, 7, 9, 10])
            let avif = try (0...9).map { try read(["AVIF_SPEED": "\($0)"]).encoding.efforts[.avif] }
            #expect(avif == [10, 9, 9, 8, 7, 6, 5, 4, 3, 2])
            let jxl = try (1...9).map { try read(["JXL_EFFORT": "\($0)"]).encoding.efforts[.jxl] }
            #expect(jxl == [1, 2, 3, 4, 6, 7, 8, 9, 10])
        }

        @Test func `bytes of a picture come before its path, and that before its address`() throws {
            var values = ["URL": "s3://a/b", "PATH": "/a", "DATA": "AA=="]
            for picture in [StoredPicture.data([0]), .path("/a"), .url("s3://a/b")] {
                let named = ["WATERMARK_", "FALLBACK_IMAGE_"].map { Variables.named($0, values) }
                let settings = try read(named[0].merging(named[1]) { $1 })
                #expect(settings.watermark == picture)
                #expect(settings.fallback?.picture == picture)
                values[values["DATA"] == nil ? "PATH" : "DATA"] = nil
            }
        }

        @Test(arguments: ["svg", "png,svg", ","])
        func `a preferred format has pixels`(formats: String) {
            #expect {
                try read(["PREFERRED_FORMATS": formats])
            } throws: {
                "\($0)"
                    == "IMGPROXY_PREFERRED_FORMATS: expected formats of pixels, found '\(formats)'"
            }
        }
    }
#endif
