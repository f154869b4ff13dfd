#if Server
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    // The forms of a server's settings.
    extension SettingForm {
        /// `host:port` or `:port`, with the host of IPv6 in brackets.
        static func address(_ words: String) -> SettingForm<(host: String, port: Int)> {
            .init(words, spelling: { "\($0.host):\($0.port)" }) { text in
                guard let colon = text.lastIndex(of: ":"),
                    let port = Int(text[text.index(after: colon)...]), 0...65_535 ~= port
                else { return nil }
                var host = text[..<colon]
                if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
                return (host.isEmpty ? "0.0.0.0" : String(host), port)
            }
        }

        static var pathPrefix: SettingForm<String> {
            .init("a path such as /images") { $0.hasPrefix("/") && !$0.hasSuffix("/") ? $0 : nil }
        }

        static var folder: SettingForm<String> {
            .init("the path of a folder") { LocalFiles.isFolder($0) ? $0 : nil }
        }

        static var fieldName: SettingForm<String> {
            .init("the name of a field such as Surrogate-Key") { name in
                let isName = name.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
                }
                return isName ? name : nil
            }
        }

        /// Addresses and ranges between commas.
        static var proxies: SettingForm<[AddressRange]> {
            .init(
                "addresses and ranges such as 10.0.0.0/8, or none",
                spelling: { $0.map(\.description).joined(separator: ",") }
            ) { text in
                text == "none"
                    ? []
                    : text.split(separator: ",", omittingEmptySubsequences: false)
                        .mapAll { AddressRange($0.trimmingSpaces) }
            }
        }

        static var isolation: SettingForm<DecoderIsolation> {
            .init("source or shared", spelling: { $0 == .shared ? "shared" : "source" }) {
                ["source": .perSource, "shared": .shared][$0]
            }
        }
    }
#endif
