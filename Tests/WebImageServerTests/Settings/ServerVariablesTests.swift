#if Server
    import Foundation
    import Testing
    import WebImageURLs

    @testable import WebImageServer

    /// The declarations of variables, and what is made of them.
    struct ServerVariablesTests {
        /// Returns all that the program reads of variables with a prefix.
        @discardableResult
        private func read(
            _ prefix: String, _ environment: [String: String]
        ) throws(SettingFault) -> String {
            switch prefix {
            case "IMGPROXY_":
                let settings = try ServerSettings(imgproxyEnvironment: environment)
                return Variables.text(of: settings, try ImgproxyGrammar(environment: environment))
            case "THUMBOR_":
                let settings = try ServerSettings(thumborEnvironment: environment)
                return Variables.text(of: settings, try ThumborGrammar(environment: environment))
            default:
                var settings = ServerSettings()
                try settings.read(environment: environment)
                return Variables.text(of: settings, try WebImageGrammar(environment: environment))
            }
        }

        @Test func `the article has a row for each variable, and no other`() throws {
            let sources = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Sources/Server/WebImageServer/WebImageServer.docc")
            let article = try String(
                contentsOf: sources.appending(path: "WebImageServer.md"), encoding: .utf8)
            let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(
                String.init)
            let declared = ServerVariables.table.split(separator: "\n").map(String.init)
            #expect(declared.count > 170)
            #expect(
                rows == declared,
                "the rows of WebImageServer.md are not those of webimage-server --variables")
        }

        @Test func `a variable is declared once, the library's own with their meaning`() {
            for group in ServerVariables.groups {
                let names = group.all.map(\.variable)
                #expect(names.count == Set(names).count)
                #expect(names.allSatisfy { $0.hasPrefix(group.prefix) })
                #expect(group.all.allSatisfy { !$0.form.isEmpty })
            }
            #expect(ServerVariables.groups[0].all.filter(\.help.isEmpty).map(\.variable) == [])
        }

        /// Texts of another form than each of the words of variables, whose own form they are not.
        private static let others: [String: [String]] = [
            "keep or drop": ["kept", "true", "Keep"], "keep, 8 or hdr": ["16", "drop", "Keep"],
            "true or false": ["maybe", "2", "tRUE"],
            "an address such as 127.0.0.1:8080": ["nowhere", "a:b", "a:65536"],
            "an address such as 127.0.0.1:8080 or :8080": ["nowhere", ":-1"],
            "an address other than BIND's": ["nowhere"],
            "tcp": ["udp"],
            "a path such as /images": ["images", "/images/", "/"],
            "the name of a field such as Surrogate-Key": ["Surrogate Key", "é"],
            "addresses and ranges such as 10.0.0.0/8, or none": ["10.0.0.0/8,proxy", ","],
            "source or shared": ["host"],
            "formats and qualities, such as webp=79,avif=63": ["webp=0", "webp=101", "webp"],
            "names of formats, such as jpeg,png": ["jpeg,xyz"],
            "the path of a folder": ["/nowhere", "/dev/null"],
            "the path of a text file that can be read": ["/nowhere"],
            "a file of certificates in PEM, for rediss://…": ["/nowhere", "/dev/null"],
            "a time such as 2026-11-28T12:00:00Z": ["yesterday"],
            "a number above 0, at most 1": ["0", "1.1", "nan"],
            "beginnings of addresses, such as https://example.com/": ["example.com"],
            "beginnings of addresses, such as a://=http://a/": ["a", "=b"],
            "fields such as ErrorCode: 100 or X-Placeholder, between semicolons": [
                "Error Code", "ErrorCode:", "é", "A;", "A: 1;;B",
            ],
            "statuses such as 200-299,404": ["2xx", "299-200", "200,", "99", "1000"],
            "media types such as image/*, between commas": [
                "image", "image/", "*/png", "image/*,",
            ],
            "beginnings of addresses of http or https, between commas": [
                "a.test", "s3://bucket/", "http://a.test,",
            ],
            "a path of names such as data.url": ["data..url", "."],
            "the name of a field such as Location": ["Location: a", "a b"],
            "names and options, such as small:size=fit:300x200": ["small", "a:info a:info"],
            "NEAREST, BOX, BILINEAR, BICUBIC or LANCZOS": ["HAMMING"],
            // No fault shows these.
            "hexadecimal digits, two for a byte": ["zz", "abc", "aa,,bb"],
            "Base64": ["!"],
            "redis://user:password@host:port/database, or rediss://…": ["http://a.test"],
        ]
        private static let secret: Set = [
            "hexadecimal digits, two for a byte", "Base64",
            "redis://user:password@host:port/database, or rediss://…",
        ]
        /// Forms that every text has; the program itself reads the grammar.
        private static let any: Set = [
            "a text", "texts between commas", "imgproxy, thumbor or webimage",
        ]

        /// Returns texts that do not have a form; nil for an unknown one.
        private func others(than form: String) -> [String]? {
            if Self.any.contains(form) { return [] }
            guard
                let match = form.wholeMatch(
                    of: /a (?<whole>whole )?number from (?<least>[0-9.e-]+)( to (?<most>[0-9]+))?/)
            else { return Self.others[form] }
            let least = Double(match.least) ?? 0
            var texts = ["x", "1 2", "\(match.whole == nil ? least / 2 - 1e-7 : least - 1)"]
            texts[2] = texts[2].replacing(".0", with: "")
            if let most = match.most.flatMap({ Int($0) }) { texts.append("\(most + 1)") }
            if match.whole != nil { texts.append("1.5") }
            return texts
        }

        @Test func `each variable refuses what is outside of its form and bounds`() throws {
            let needed = [
                "WEBIMAGE_S3_PATH_STYLE": ["WEBIMAGE_S3_REGION": "eu-1"],
                "IMGPROXY_S3_ENDPOINT_USE_PATH_STYLE": ["IMGPROXY_USE_S3": "true"],
            ]
            for group in ServerVariables.groups {
                for words in group.all {
                    let texts = try #require(others(than: words.form), "\(words.form)")
                    for text in texts {
                        var environment = needed[words.variable] ?? [:]
                        environment[words.variable] = text
                        let found = Self.secret.contains(words.form) ? "" : ", found '\(text)'"
                        #expect {
                            try read(group.prefix, environment)
                        } throws: {
                            "\($0)" == "\(words.variable): expected \(words.form)\(found)"
                        }
                    }
                }
            }
        }

        /// Defaults that are no values.
        private static let words: Set = [
            "", "by the variables", "2 × processors", "a quarter of the machine's or container's",
            "~/.cache/webimage-server", "all", "as QUALITY", "any",
            "200-299, with imgproxy's addresses 200",
        ]

        @Test func `a variable that is set to its default changes nothing`() throws {
            // Without a picture the status of a fallback is told to have no effect.
            let picture = ["WEBIMAGE_FALLBACK": "/a", "IMGPROXY_FALLBACK_IMAGE_PATH": "/a"]
            for group in ServerVariables.groups {
                let usual = try read(group.prefix, picture)
                for words in group.all where !Self.words.contains(words.standard) {
                    let same = try? read(
                        group.prefix, picture.merging([words.variable: words.standard]) { $1 })
                    #expect(same == usual, "\(words.variable): \(words.standard)")
                }
            }
        }

        @Test(
            arguments: [
                ("WEBIMAGE_CASH", "WEBIMAGE_", "WEBIMAGE_CASH is unknown"),
                ("WEBIMAGE_CASH", "THUMBOR_", "WEBIMAGE_CASH is unknown"),
                ("WEBIMAGE_CACHE", "THUMBOR_", nil),
                ("WEBIMAGE_PORT", "WEBIMAGE_", nil),
                ("WEBIMAGE_GRAMMAR", "IMGPROXY_", nil),
                (
                    "WEBIMAGE_KEYS", "IMGPROXY_",
                    "WEBIMAGE_KEYS has no effect with addresses of imgproxy"
                ),
                (
                    "WEBIMAGE_ALLOW_LIMITS", "THUMBOR_",
                    "WEBIMAGE_ALLOW_LIMITS has no effect with addresses of thumbor"
                ),
                ("WEBIMAGE_KEYS", "WEBIMAGE_", nil),
                ("IMGPROXY_QUALITI", "IMGPROXY_", "IMGPROXY_QUALITI is unknown"),
                ("IMGPROXY_QUALITY", "IMGPROXY_", nil),
                ("IMGPROXY_COOKIE_BASE_URL", "IMGPROXY_", nil),
                (
                    "IMGPROXY_QUALITY", "WEBIMAGE_",
                    "IMGPROXY_QUALITY has no effect with addresses of webimage"
                ),
                (
                    "THUMBOR_ANYTHING", "IMGPROXY_",
                    "THUMBOR_ANYTHING has no effect with addresses of imgproxy"
                ),
                ("THUMBOR_LOADER", "THUMBOR_", "THUMBOR_LOADER is unknown"),
                ("THUMBOR_MAX_WIDTH", "THUMBOR_", nil),
                ("PORT", "IMGPROXY_", nil),
                ("IMGPROXY", "IMGPROXY_", nil),
            ] as [(String, String, String?)])
        func `a variable without effect is told`(name: String, prefix: String, line: String?) {
            let notes = ServerVariables.notes(on: [name: "geheim"], besides: prefix)
            #expect(notes == (line.map { [$0] } ?? []))
            #expect(ServerVariables.notes(on: [name: " "], besides: prefix) == [])
        }

        @Test func `the settings tell the variables of other addresses`() throws {
            let environment = ["IMGPROXY_QUALITY": "70", "THUMBOR_QUALITY": "60"]
            var settings = try ServerSettings(thumborEnvironment: environment)
            try settings.read(environment: environment)
            #expect(
                settings.ignoredVariables == [
                    "IMGPROXY_QUALITY has no effect with addresses of thumbor"
                ])
            #expect(settings.encoding.quality == 60)
        }

        @Test func `a flag has the name, form and default of its variable`() {
            let timeout = ServerVariables.flag("--timeout")
            #expect(timeout.variable == "WEBIMAGE_TIMEOUT")
            #expect(timeout.form == "a whole number from 1 to 2147483647")
            #expect(timeout.help.hasSuffix("(WEBIMAGE_TIMEOUT; default: 10)."), "\(timeout.help)")
            #expect(ServerVariables.flag("--no-page").help == "No page at / (WEBIMAGE_PAGE=false).")
            let loopback = ServerVariables.flag("--allow-loopback").help
            #expect(loopback == "Sources on this machine (WEBIMAGE_ALLOW_LOOPBACK=true).")
            #expect(ServerVariables.flag("--allow").variable == "WEBIMAGE_ALLOWED_SOURCES")
        }
    }
#endif
