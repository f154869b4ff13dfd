import WebImageBytes
import WebImageCaching

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The URI of a local file, spelled as GLib does: desktops find a thumbnail by the digest of it.
enum FileURI {
    /// Returns the path from the root without `.`, `..` and repeated slashes; links stay.
    ///
    /// - Returns: Nil for an empty path, and for one with a NUL.
    static func absolute(_ path: String) -> String? {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let whole = path.utf8.first == UInt8(ascii: "/") ? path : "\(workingFolder)/\(path)"
        var parts: [Substring] = []
        // By bytes, since a combining mark makes one character with a slash.
        for bytes in whole.utf8.split(separator: UInt8(ascii: "/")) {
            let part = Substring(bytes)
            if part == "." { continue }
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        // Two slashes at the beginning stay two, as POSIX permits.
        let start = whole.utf8.prefix { $0 == UInt8(ascii: "/") }.count == 2 ? "//" : "/"
        return start + parts.joined(separator: "/")
    }

    /// Returns the URI of an absolute path of any bytes.
    static func uri(ofPath path: some Sequence<UInt8>) -> String {
        var text = Array("file://".utf8)
        for byte in path {
            if isAllowed(byte) {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                text += [byte >> 4, byte & 15].map { Hexadecimal.digit($0, isUpperCase: true) }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the name of the file of a URI's thumbnails.
    static func thumbnailName(of uri: String) -> String { MD5.hexDigest(of: uri.utf8) + ".png" }

    /// `true` for a byte without escape.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: punctuation.contains(byte)
        }
    }

    private static let punctuation = Array("!$&'()*+,-./:=@_~".utf8)

    private static var workingFolder: String {
        // Safe because the text is copied, then freed.
        guard let found = unsafe getcwd(nil, 0) else { return "" }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}

extension String.UTF8View {
    /// The place of the last slash; the beginning if there is none.
    var lastSlash: Index { lastIndex(of: UInt8(ascii: "/")) ?? startIndex }
}
