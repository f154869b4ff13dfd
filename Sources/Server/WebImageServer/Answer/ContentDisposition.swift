#if Server
    import WebImage
    import WebImageURLs

    extension ImagePlan {
        /// Returns the value of `Content-Disposition`: the name that a browser saves the file with.
        ///
        /// - Parameter isEncoded: `true` adds `filename*` for a name that is not ASCII.
        func disposition(ending: String, isEncoded: Bool) -> String {
            let kind = isAttachment == true ? "attachment" : "inline"
            var name = fileName.map { Self.safe($0) } ?? Self.safe(fileOfSource.stem)
            if name.isEmpty { name = "image" }
            let whole = name + (ending.isEmpty ? "" : ".\(Self.safe(ending))")
            guard isEncoded, !whole.utf8.allSatisfy({ $0 < 128 }) else {
                return "\(kind); filename=\"\(whole)\""
            }
            // All but letters, digits and four marks (RFC 8187).
            let encoded = PercentCoding.encodeComponent(whole)
            let plain = String(whole.unicodeScalars.map { $0.isASCII ? Character($0) : "_" })
            return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
        }

        /// Returns a text up to `?` and `#`, after which a name has the query of an address, in a
        /// form that quotation marks may enclose, without hidden characters.
        private static func safe(_ text: some StringProtocol) -> String {
            var safe = ""
            for scalar in text.unicodeScalars.prefix(while: { $0 != "?" && $0 != "#" }) {
                switch scalar {
                case "\"": safe += "%22"
                case "\\": safe += "%5C"
                case _ where hidden.contains(scalar.properties.generalCategory): safe += "_"
                default: safe.unicodeScalars.append(scalar)
                }
            }
            return safe
        }

        /// Control characters, and those that turn or hide others.
        private static let hidden: [Unicode.GeneralCategory] = [
            .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
        ]

        /// The name of the source's file up to its last dot, and the text after it; empty without
        /// one.
        private var fileOfSource: (stem: Substring, ending: Substring) {
            let name = address.fileName
            guard let dot = name.utf8.lastIndex(of: 46) else { return (name[...], "") }
            return (name[..<dot], name[name.utf8.index(after: dot)...])
        }

        /// The ending of the name of the source's file, without a dot; empty without one.
        var endingOfSource: String { String(fileOfSource.ending) }
    }

    extension ImageFormat {
        var servedExtension: String { self == .jpeg ? "jpg" : fileExtension }

        /// The media type of a format, by the names that browsers know.
        var servedMediaType: String {
            switch self {
            case .ico: "image/x-icon"
            case .heic: "image/heif"
            default: mediaType
            }
        }
    }
#endif
