import WebImageCaching
import WebImageCoding

/// The address of a source as a loader understands it.
///
/// Lists of allowed sources are compared with the address that is loaded: `https://good@evil/` is on the
/// host `evil`, and `https://host/a/../b` is `https://host/b`.
package struct SourceAddress: Hashable, Sendable {
    /// The address with its host in lower case and its dot segments resolved, without credentials.
    package let url: String
    /// The host of an http or https address in lower case; nil for a file, and for an object of S3.
    package let host: String?

    /// Reads an address of http, https, a file below the server's folder, as `local:///a/b.jpg`, or an
    /// object of S3, as `s3://bucket/a/b.jpg`.
    package init(_ text: String) throws(URLFault) {
        guard !text.isEmpty else { throw URLFault(.source, "the address of the source is missing") }
        guard text.utf8.allSatisfy({ $0 > 31 && $0 != 127 }) else {
            throw URLFault(.source, part: text, "the source has control characters")
        }
        if text.utf8.starts(with: "local:".utf8) {
            try Self.checkLocal(text)
            (url, host) = (text, nil)
            return
        }
        if text.utf8.starts(with: "s3://".utf8) {
            guard !AddressBytes(text).hasDotSegments else {
                throw URLFault(.source, part: text, "the key has dot segments")
            }
            (url, host) = (text, nil)
            return
        }
        do throws(HTTPAddress.Refusal) {
            let address = try HTTPAddress(text)
            (url, host) = (address.url, address.origin.host)
        } catch {
            throw URLFault(.source, part: text, error.reason)
        }
    }

    private static func checkLocal(_ text: String) throws(URLFault) {
        guard text.utf8.starts(with: "local:///".utf8) else {
            throw URLFault(.source, part: text, "expected local:/// and a path")
        }
        let path = PercentCoding.decode(text.utf8.dropFirst(9))
        let segments = path.split(separator: UInt8(ascii: "/"))
        let dots = [[46], [46, 46]] as [[UInt8]]
        guard !path.contains(0), !segments.contains(where: { dots.contains(Array($0)) }) else {
            throw URLFault(.source, part: text, "the path has dot segments or a zero byte")
        }
    }
}
