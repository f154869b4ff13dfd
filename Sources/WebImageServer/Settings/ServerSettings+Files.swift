#if Server
    import WebImage
    import WebImageURLs

    // The variables of imgproxy for the files that are made.
    extension ServerSettings {
        mutating func readEncoding(_ variables: EnvironmentReader) throws(SettingFault) {
            try variables.read("QUALITY", 1...100, into: &encoding.quality)
            for (format, quality) in try variables.qualities("FORMAT_QUALITY") ?? [:] {
                encoding.formatQualities[format] = quality
            }
            // The first has precedence among those that a client accepts equally.
            for (name, format) in [("JXL", ImageFormat.jxl), ("AVIF", .avif), ("WEBP", .webp)] {
                var (isAutomatic, isEnforced) = (false, false)
                try variables.read("AUTO_\(name)", into: &isAutomatic)
                try variables.read("ENFORCE_\(name)", into: &isEnforced)
                if isEnforced { encoding.enforced.append(format) }
                if isAutomatic || isEnforced { encoding.automatic.append(format) }
            }
            if let formats = try variables.formats("PREFERRED_FORMATS") {
                guard !formats.isEmpty, !formats.contains(.svg) else {
                    throw variables.fault("PREFERRED_FORMATS", expected: "formats of pixels")
                }
                encoding.preferred = formats
            }
            if let formats = try variables.formats("SKIP_PROCESSING_FORMATS") {
                encoding.skipped = Set(formats)
            }
            try variables.read("ALWAYS_RASTERIZE_SVG", into: &encoding.rasterizesSVG)
            try variables.read("SANITIZE_SVG", into: &encoding.sanitizesSVG)
            try variables.read("STRIP_METADATA", into: &encoding.stripsMetadata)
            try variables.read("KEEP_COPYRIGHT", into: &encoding.keepsCopyright)
            try variables.read("STRIP_COLOR_PROFILE", into: &encoding.stripsProfile)
            try variables.read("JPEG_PROGRESSIVE", into: &encoding.isProgressive)
            try variables.read("PNG_INTERLACED", into: &encoding.isInterlaced)
            try variables.read("AUTO_ROTATE", into: &turnsUpright)
            try readColors(variables)
            try readEfforts(variables)
            try readUnused(variables)
        }

        private mutating func readColors(_ variables: EnvironmentReader) throws(SettingFault) {
            var (isReduced, count) = (false, 256)
            try variables.read("PNG_QUANTIZE", into: &isReduced)
            try variables.read("PNG_QUANTIZATION_COLORS", 2...256, into: &count)
            if isReduced { encoding.mostPNGColors = count }
        }

        /// Reads the efforts of formats in the units of their libraries, and keeps them in those of encoders.
        private mutating func readEfforts(_ variables: EnvironmentReader) throws(SettingFault) {
            if let method = try variables.integer("WEBP_EFFORT", in: 1...6) {
                encoding.efforts[.webp] = (method * 9 + 5) / 6 + 1
            }
            if let speed = try variables.integer("AVIF_SPEED", in: 0...9) {
                // The encoder has no speed 1.
                encoding.efforts[.avif] = speed == 0 ? 10 : min(11 - speed, 9)
            }
            if let effort = try variables.integer("JXL_EFFORT", in: 1...9) {
                encoding.efforts[.jxl] = (effort * 10 + 4) / 9
            }
        }

        /// Checks the variables that change nothing here, since a mistake in them ends imgproxy's start.
        private mutating func readUnused(_ variables: EnvironmentReader) throws(SettingFault) {
            let flags = [
                "PNG_UNLIMITED", "SVG_UNLIMITED", "TIFF_UNLIMITED", "PRESERVE_HDR",
                "ENFORCE_THUMBNAIL", "DISABLE_SHRINK_ON_LOAD", "USE_LINEAR_COLORSPACE",
                "SO_REUSEPORT",
                "REPORT_DOWNLOADING_ERRORS",
            ]
            for name in flags where variables.text(name) != nil {
                var isOn = false
                try variables.read(name, into: &isOn)
                ignoredVariables.append("IMGPROXY_\(name) has no effect")
            }
            let name = "FREE_MEMORY_INTERVAL"
            guard try variables.integer(name, in: 0...Int.max) != nil else { return }
            ignoredVariables.append("IMGPROXY_\(name) has no effect")
        }

        mutating func readPictures(_ variables: EnvironmentReader) throws(SettingFault) {
            watermark = try picture("WATERMARK", variables)
            if let text = variables.text("WATERMARK_OPACITY") {
                guard let opacity = Double(text), opacity > 0, opacity <= 1 else {
                    throw variables.fault(
                        "WATERMARK_OPACITY", expected: "a number above 0, at most 1")
                }
                watermarkOpacity = opacity
            }
            let picture = try picture("FALLBACK_IMAGE", variables)
            try readFallback(
                variables, picture, status: "FALLBACK_IMAGE_HTTP_CODE",
                lifetime: "FALLBACK_IMAGE_TTL")
        }

        /// Reads the status and lifetime of the fallback's responses, of which 0 is none; without a picture they have
        /// no effect.
        mutating func readFallback(
            _ variables: EnvironmentReader, _ picture: StoredPicture?, status statusName: String,
            lifetime lifetimeName: String
        ) throws(SettingFault) {
            var (status, lifetime) = (200, 0)
            try variables.read(statusName, 0...599, into: &status)
            guard status == 0 || status >= 200 && ![204, 205, 304].contains(status) else {
                throw variables.fault(statusName, expected: "a status with a body, or 0")
            }
            try variables.read(lifetimeName, 0...Int(Int32.max), into: &lifetime)
            guard let picture else {
                let set = [statusName, lifetimeName].filter { variables.text($0) != nil }
                ignoredVariables += set.map {
                    "\(variables.prefix)\($0) has no effect without a picture"
                }
                return
            }
            var rule = FallbackSettings(picture)
            rule.status = status == 0 ? nil : status
            rule.lifetime = lifetime == 0 ? nil : lifetime
            fallback = rule
        }

        /// Returns the picture of the variables `…_DATA`, `…_PATH` and `…_URL`, in this order.
        private func picture(
            _ name: String, _ variables: EnvironmentReader
        ) throws(SettingFault) -> StoredPicture? {
            if let bytes = try variables.base64("\(name)_DATA") { return .data(bytes) }
            if let path = variables.text("\(name)_PATH") { return .path(path) }
            return variables.text("\(name)_URL").map(StoredPicture.url)
        }
    }
#endif
