#if HTTP && os(Linux)
    import CCurlShim
    import FoundationEssentials
    import Glibc
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// The part of a server's certificates that was refused.
    enum CertificateRefusal: Sendable {
        case chain, key

        /// Creates the reason for an error of libcurl; nil for any other.
        init?(_ code: Int32, _ facts: ccurl_facts) {
            switch Int(code) {
            case CCURL_PINS: self = .key
            // The names are compared once the chain is trusted; 1 stands for no result yet.
            case CCURL_UNTRUSTED where facts.verify_result > 1 && facts.verify_result != 62:
                self = .chain
            default: return nil
            }
        }
    }

    /// A certificate of a server, as libcurl describes it.
    struct ServerCertificate: Sendable {
        var subject = ""
        var issuer = ""
        var start = ""
        var end = ""
        var pem = ""

        /// Returns the certificates of a server, by a second handshake; none if that fails.
        static func chain(
            of request: CurlRequest, _ context: FailureContext, on loop: CurlLoop
        ) async -> [ServerCertificate] {
            var request = request
            (request.isProbe, request.method, request.body) = (true, nil, nil)
            (request.connection.pins, request.connection.certificate) = (nil, nil)
            let probe = CurlTransfer(request, context, over: ConnectionCache(on: loop))
            // It has no head.
            _ = try? await probe.head()
            return probe.certificates
        }

        /// Reads the certificates of a probe, the server's own first.
        static func all(of transfer: OpaquePointer) -> [ServerCertificate] {
            var found: [ServerCertificate] = []
            while let certificate = ServerCertificate(of: transfer, Int32(found.count)) {
                found.append(certificate)
            }
            return found
        }

        private init?(of transfer: OpaquePointer, _ index: Int32) {
            guard ccurl_transfer_certificate(transfer, index, 0) != nil else { return nil }
            var number: Int32 = 0
            while let line = ccurl_transfer_certificate(transfer, index, number) {
                number += 1
                let parts = String(cString: line).split(
                    separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? String(parts[1]) : ""
                switch parts.first {
                case "Subject": subject = value
                case "Issuer": issuer = value
                case "Start date": start = value
                case "Expire date": end = value
                case "Cert": pem = value
                default: break
                }
            }
        }

        init() {}

        /// Returns the reason to refuse certificates whose names match, the server's own first.
        static func reason(for chain: [ServerCertificate], at now: time_t) -> String? {
            for (index, certificate) in chain.enumerated() {
                let subject = index == 0 ? "the server's certificate" : "an issuer's certificate"
                if let end = certificate.time(\.end), end < now {
                    return "\(subject) expired on \(day(end))"
                }
                if let start = certificate.time(\.start), start > now {
                    return "\(subject) is not valid before \(day(start))"
                }
            }
            return chain.first.map {
                $0.subject == $0.issuer
                    ? "the server's certificate is self-signed"
                    : "unknown issuer of the server's certificate"
            }
        }

        /// Reads a time such as `Feb  3 12:00:00 2024 GMT`.
        private func time(_ part: KeyPath<ServerCertificate, String>) -> time_t? {
            let words = self[keyPath: part].split { $0 == " " || $0 == ":" }
            let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
            guard words.count > 5, let month = months.firstRange(of: words[0]),
                case let numbers = words[1...5].compactMap({ Int32($0) }), numbers.count == 5
            else { return nil }
            var parts = tm()
            parts.tm_mon = Int32(months[..<month.lowerBound].utf8.count / 3)
            (parts.tm_mday, parts.tm_hour) = (numbers[0], numbers[1])
            (parts.tm_min, parts.tm_sec) = (numbers[2], numbers[3])
            parts.tm_year = numbers[4] - 1900
            return timegm(&parts)
        }

        private static func day(_ moment: time_t) -> String {
            var moment = moment
            var parts = tm()
            gmtime_r(&moment, &parts)
            let numbers = [parts.tm_mon + 1, parts.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return ["\(1900 + Int(parts.tm_year))", numbers[0], numbers[1]].joined(separator: "-")
        }

        /// The digest of its key (the SubjectPublicKeyInfo of RFC 5280) in base64; nil if it cannot be
        /// read.
        var keyDigest: String? {
            let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            guard let bytes = Data(base64Encoded: lines.joined()),
                let key = DERElement.publicKey(of: Array(bytes))
            else { return nil }
            let words = key.withUnsafeBytes { SHA256.digest(of: $0) }
            return Base64.encode(
                (0..<8).flatMap { word in
                    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[word] >> $0) }
                })
        }
    }

    /// An element of DER, of which certificates consist (X.690, section 8.1).
    struct DERElement {
        private let tag: UInt8
        private let content: ArraySlice<UInt8>
        /// The element with its tag and length.
        private let whole: ArraySlice<UInt8>

        /// Returns the public key with its algorithm (RFC 5280, section 4.1).
        static func publicKey(of certificate: [UInt8]) -> [UInt8]? {
            guard let outer = elements(of: certificate[...]).first,
                let signed = elements(of: outer.content).first
            else { return nil }
            // The version is optional: serial, algorithm, issuer, validity, subject, key follow.
            let fields = elements(of: signed.content).drop { $0.tag == 0xA0 }
            guard fields.count > 5 else { return nil }
            return Array(fields[fields.startIndex + 5].whole)
        }

        /// Returns the elements up to the first that is invalid.
        private static func elements(of bytes: ArraySlice<UInt8>) -> [DERElement] {
            var rest = bytes
            var found: [DERElement] = []
            while true {
                let start = rest.startIndex
                guard let tag = rest.popFirst(), var count = rest.popFirst().map(Int.init) else {
                    break
                }
                if count >= 128 {
                    let digits = rest.prefix(count - 128)
                    guard digits.count == count - 128, digits.count < 4 else { break }
                    count = digits.reduce(0) { $0 << 8 | Int($1) }
                    rest = rest.dropFirst(digits.count)
                }
                guard count <= rest.count else { break }
                let content = rest.prefix(count)
                rest = rest.dropFirst(count)
                found.append(
                    DERElement(tag: tag, content: content, whole: bytes[start..<content.endIndex]))
            }
            return found
        }
    }
#endif
