#if Server
    import WebImage
    import WebImageURLs

    extension ImagePlan {
        /// Returns the value of `Content-Disposition`: the name that a browser saves the file with.
        ///
        /// - Parameters:
        ///   - ending: The ending of the name, without a dot; empty for none.
        ///   - isEncoded: `true` adds `filename*` for a name that is not ASCII.
        func disposition(ending: String, isEncoded: Bool) -> String {
            let kind = isAttachment == true ? "attachment" : "inline"
            var name = fileName.map(Self.safe) ?? stemOfSource
            if name.isEmpty { name = "image" }
            let whole = name + (ending.isEmpty ? "" : ".\(Self.safe(ending))")
            guard isEncoded, !whole.utf8.allSatisfy({ $0 < 128 }) else {
                return "\(kind); filename=\"\(whole)\""
            }
            let plain = String(whole.unicodeScalars.map { $0.isASCII ? Character($0) : "_" })
            return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(Self.escaped(whole))"
        }

        /// Returns a text up to `?` and `#`, behind which a name has the query of an address, in a form that quotation
        /// marks may enclose, without hidden characters.
        private static func safe(_ text: some StringProtocol) -> String {
            var safe = ""
            for scalar in text.unicodeScalars.prefix(while: { $0 != "?" && $0 != "#" }) {
                switch scalar {
                case "\"": safe += "%22"
                case "\\": safe += "%5C"
                case _ where isHidden(scalar): safe += "_"
                default: safe.unicodeScalars.append(scalar)
                }
            }
            return safe
        }

        /// Returns `true` for control characters, and those that turn or hide others.
        private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }

        /// Returns a text with all but letters, digits and four marks percent-encoded (RFC 8187).
        private static func escaped(_ text: String) -> String {
            text.utf8.map { byte in
                let scalar = Unicode.Scalar(byte)
                let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
                if isPlain || (48...57).contains(byte) || [45, 46, 95, 126].contains(byte) {
                    return String(scalar)
                }
                let digits = String(byte, radix: 16, uppercase: true)
                return byte < 16 ? "%0\(digits)" : "%\(digits)"
            }.joined()
        }

        /// The name of the source's file, without what follows its last dot.
        private var stemOfSource: String {
            let name = address.fileName
            guard let dot = name.utf8.lastIndex(of: 46) else { return Self.safe(name) }
            return Self.safe(name[..<dot])
        }

        /// The text behind the last dot of the name of the source's file; empty without one.
        var endingOfSource: String {
            let name = address.fileName
            guard let dot = name.utf8.lastIndex(of: 46) else { return "" }
            return String(name[name.utf8.index(after: dot)...])
        }
    }

    extension ImageFormat {
        /// The ending of names of files that a server makes.
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
