/// The bounds of a request's target.
enum RequestTarget {
    /// The most bytes of a target.
    static let longest = 16_384

    /// Refuses a target that is too long, has no slash in front, or has bytes of no request's line.
    static func check(_ target: String) throws(URLFault) {
        guard target.utf8.count <= longest else {
            throw URLFault(.path, "the address is longer than \(longest) bytes")
        }
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw URLFault(.path, part: target, "expected a slash in front")
        }
        guard target.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else {
            throw URLFault(.path, "spaces and control characters must be percent-encoded")
        }
    }
}
