#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // The header fields of files.
    extension AnswerRules {
        /// Returns the lifetime, tag and date of a file's response.
        ///
        /// - Parameters:
        ///   - origin: The fields of the origin's response.
        ///   - lifetime: The lifetime in seconds that is stated for it; nil for that of the rules.
        func fields(
            of file: ImageFile, _ origin: HeaderFields, lifetime: Int?, at now: Date
        ) -> HeaderFields {
            var fields: HeaderFields = ["Content-Type": Self.mediaType(of: file.format)]
            if manner == .imgproxy {
                take(origin, lifetime, at: now, into: &fields)
                return fields
            }
            if tellsTags { fields["ETag"] = tag(of: file) }
            if manner == .thumbor {
                let seconds = lifetime ?? self.lifetime
                if seconds > 0 {
                    fields["Cache-Control"] = "max-age=\(seconds),public"
                    fields["Expires"] = HTTPDate.text(
                        of: now.addingTimeInterval(Double(seconds)))
                }
                if tellsDates { fields["Last-Modified"] = file.lastModified }
                return fields
            }
            let own = file.headerFields(at: now)
            fields["Last-Modified"] = own["Last-Modified"]
            let age = file.age(at: now).map { max(0, Int($0 / .seconds(1))) } ?? 0
            if file.head != nil { fields["Age"] = String(age) }
            fields["Cache-Control"] = cacheControl(
                of: own["Cache-Control"] ?? "", age: age, freshFor: file.freshness(at: now),
                atMost: lifetime)
            return fields
        }

        /// Returns the tag of a result.
        func tag(of file: ImageFile) -> String {
            guard manner == .thumbor else { return file.entityTag }
            // Thumbor's tags have 40 digits; the last ones are those of the number of bytes.
            let digits = String(UInt32(truncatingIfNeeded: file.bytes.count), radix: 16)
            let zeros = String(repeating: "0", count: 8 - digits.count)
            return "\"\(file.entityTag.filter { $0 != "\"" }.prefix(32))\(zeros)\(digits)\""
        }

        /// Returns the directives of this library: the origin's lifetime within bounds.
        ///
        /// - Parameters:
        ///   - directives: Those of the origin.
        ///   - age: The seconds since the source left its origin, which `Age` tells.
        ///   - fresh: The time for which the source stays fresh; nil if it states none.
        ///   - most: The longest lifetime in seconds that the address states; nil for none.
        private func cacheControl(
            of directives: String, age: Int, freshFor fresh: Duration?, atMost most: Int?
        ) -> String {
            let rules = Self.names(of: directives)
            if rules.contains("no-store") { return "no-store" }
            if rules.contains("no-cache") { return "no-cache" }
            let seconds = fresh.map { Int(min(max($0 / .seconds(1), 0), 1e9)) } ?? usualLifetime
            var bounded = min(max(seconds, leastLifetime), max(lifetime, leastLifetime))
            if let most { bounded = min(bounded, most) }
            let audience = rules.contains("private") ? "private" : "public"
            let lifetime = "\(audience), max-age=\(age + bounded)"
            if !rules.isDisjoint(with: ["must-revalidate", "proxy-revalidate"]) {
                return lifetime + ", must-revalidate"
            }
            // Nothing is used behind the end that an address states.
            guard most == nil else { return lifetime }
            return lifetime
                + ", stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
        }

        /// Returns the names of directives, in lower case.
        static func names(of directives: String) -> Set<String> {
            Set(
                CacheDirectives.split(directives).map { directive in
                    directive.prefix { $0 != "=" }.filter { !$0.isWhitespace }.lowercased()
                })
        }

        /// Adds the lifetime, tag and date of imgproxy's responses, which are those of the origin.
        func take(
            _ origin: HeaderFields, _ lifetime: Int?, at now: Date, into fields: inout HeaderFields
        ) {
            fields["Cache-Control"] = control(of: origin, lifetime, at: now)
            if tellsTags, let tag = origin["ETag"] { fields["ETag"] = busted(tag) }
            guard tellsDates, let text = origin["Last-Modified"],
                let date = HTTPDate.parse(text, now: now)
            else { return }
            let shown = dateBuster.map { max($0, date) } ?? date
            fields["Last-Modified"] = shown == date ? text : HTTPDate.text(of: shown)
        }

        /// Returns imgproxy's directives; by the rules of this library those of the origin.
        func control(of origin: HeaderFields, _ lifetime: Int?, at now: Date) -> String {
            if manner == .webImage {
                let names = Self.names(of: origin.combined("Cache-Control") ?? "")
                if names.contains("no-store") { return "no-store" }
                if let lifetime {
                    return
                        "\(names.contains("private") ? "private" : "public"), max-age=\(lifetime)"
                }
                return origin.combined("Cache-Control") ?? "public, max-age=\(usualLifetime)"
            }
            if let lifetime, lifetime > 0 { return "max-age=\(lifetime), public" }
            if passesCacheControl {
                if let control = origin.combined("Cache-Control") { return control }
                if let date = origin["Expires"].flatMap({ HTTPDate.parse($0, now: now) }),
                    date > now
                {
                    return "max-age=\(Int(date.timeIntervalSince(now).rounded())), public"
                }
            }
            return self.lifetime > 0 ? "max-age=\(self.lifetime), public" : "no-cache"
        }

        /// Returns the origin's tag, with the text that makes former ones void.
        func busted(_ tag: String) -> String {
            guard let tagBuster else { return tag }
            let digits = Base64URL.encode(Array(tag.utf8))
            return "\"\(tagBuster)/\(digits)\""
        }

        /// Returns the origin's tag of one with the text; nil for any other one.
        func unbusted(_ tag: String) -> String? {
            guard let tagBuster else { return tag }
            guard tag.hasPrefix("\"\(tagBuster)/"), tag.hasSuffix("\""), tag.utf8.count > 3 else {
                return nil
            }
            let digits = tag.dropFirst(tagBuster.count + 2).dropLast()
            return Base64URL.decode(digits).flatMap { String(validating: $0, as: UTF8.self) }
        }

        /// Returns the media type of a format, by the names that browsers know.
        static func mediaType(of format: ImageFormat) -> String {
            switch format {
            case .ico: "image/x-icon"
            case .heic: "image/heif"
            default: format.mediaType
            }
        }
    }
#endif
