#if Server
    import WebImage
    import WebImageURLs

    // The variables of imgproxy for the files that are made.
    extension ServerSettings {
        mutating func readEncoding(_ read: inout EnvironmentReader) throws(SettingFault) {
            try readQualities(&read)
            // The first has precedence among those that a client accepts equally.
            for (name, format) in [("JXL", ImageFormat.jxl), ("AVIF", .avif), ("WEBP", .webp)] {
                var (isAutomatic, isEnforced) = (false, false)
                try read("AUTO_\(name)", .bool, &isAutomatic, "For clients that accept it")
                try read("ENFORCE_\(name)", .bool, &isEnforced, "In place of the address's, too")
                if isEnforced { encoding.enforced.append(format) }
                if isAutomatic || isEnforced { encoding.automatic.append(format) }
            }
            if try read("PREFERRED_FORMATS", .formats, &encoding.preferred, "Those of results"),
                encoding.preferred.isEmpty || encoding.preferred.contains(.svg)
            {
                throw read.fault("PREFERRED_FORMATS", expected: "formats of pixels")
            }
            encoding.skipped = Set(try read("SKIP_PROCESSING_FORMATS", .formats) ?? [])
            try read("ALWAYS_RASTERIZE_SVG", .bool, &encoding.rasterizesSVG)
            try read("SANITIZE_SVG", .bool, &encoding.sanitizesSVG, "No scripts and foreign links")
            try read("STRIP_METADATA", .bool, &encoding.stripsMetadata)
            try read("KEEP_COPYRIGHT", .bool, &encoding.keepsCopyright, "Also where metadata go")
            try read("STRIP_COLOR_PROFILE", .bool, &encoding.stripsProfile, "Colours in sRGB")
            try read("JPEG_PROGRESSIVE", .bool, &encoding.isProgressive)
            try read("PNG_INTERLACED", .bool, &encoding.isInterlaced)
            try read("AUTO_ROTATE", .bool, &turnsUpright, "Pictures are turned upright")
            var (isReduced, count) = (false, 256)
            try read("PNG_QUANTIZE", .bool, &isReduced, "Palettes, unless pixels are translucent")
            try read("PNG_QUANTIZATION_COLORS", .count(2...256), &count)
            if isReduced { encoding.mostPNGColors = count }
            try readEfforts(&read)
        }

        /// Reads the efforts of formats in the units of their libraries, and keeps them in those of encoders.
        private mutating func readEfforts(_ read: inout EnvironmentReader) throws(SettingFault) {
            if let method = try read("WEBP_EFFORT", .count(1...6), "That of libwebp") {
                encoding.efforts[.webp] = (method * 9 + 5) / 6 + 1
            }
            if let speed = try read("AVIF_SPEED", .count(0...9), "That of libavif; 1 counts as 2") {
                encoding.efforts[.avif] = speed == 0 ? 10 : min(11 - speed, 9)
            }
            if let effort = try read("JXL_EFFORT", .count(1...9), "That of libjxl") {
                encoding.efforts[.jxl] = (effort * 10 + 4) / 9
            }
        }

        /// Checks the variables that change nothing here, since a mistake in them ends imgproxy's start.
        mutating func readUnused(_ read: inout EnvironmentReader) throws(SettingFault) {
            var set: [String] = []
            for name in [
                "PNG_UNLIMITED", "SVG_UNLIMITED", "TIFF_UNLIMITED", "PRESERVE_HDR",
                "ENFORCE_THUMBNAIL", "DISABLE_SHRINK_ON_LOAD", "USE_LINEAR_COLORSPACE",
                "SO_REUSEPORT", "REPORT_DOWNLOADING_ERRORS",
            ] where try read(name, .bool, "No effect, as a line at the start says") != nil {
                set.append(name)
            }
            let name = "FREE_MEMORY_INTERVAL"
            if try read(name, .count(0...Int.max), "No effect, as well") != nil { set.append(name) }
            ignoredVariables += set.map { "\(read.prefix)\($0) has no effect" }
        }

        mutating func readPictures(_ read: inout EnvironmentReader) throws(SettingFault) {
            watermark = try picture("WATERMARK", &read, "Mark on pictures")
            let opacity = SettingForm("a number above 0, at most 1") { text in
                Double(text).flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
            }
            try read("WATERMARK_OPACITY", opacity, &watermarkOpacity)
            let picture = try picture("FALLBACK_IMAGE", &read, "Picture in place of a source")
            try readFallback(&read, picture, "FALLBACK_IMAGE_HTTP_CODE", "FALLBACK_IMAGE_TTL")
        }

        /// Returns the picture of the variables `…_DATA`, `…_PATH` and `…_URL`, in this order.
        private func picture(
            _ name: String, _ read: inout EnvironmentReader, _ help: String
        ) throws(SettingFault) -> StoredPicture? {
            let bytes = try read("\(name)_DATA", .base64, "\(help), its bytes")
            let path = try read("\(name)_PATH", .text, "\(help), its path")
            let address = try read("\(name)_URL", .text, "\(help), its address")
            return bytes.map(StoredPicture.data) ?? path.map(StoredPicture.path)
                ?? address.map(StoredPicture.url)
        }
    }
#endif
