import CIDNShim

/// The ASCII form of host names in other scripts, `xn--…`, by libidn2, which is loaded for the
/// first of them.
package enum InternationalHost {
    /// The longest name of the domain name system.
    private static let maxByteCount = 253

    /// Returns the ASCII form of a name, and an ASCII name as it is.
    ///
    /// - Parameter library: A file name of libidn2 to use instead of the usual ones.
    /// - Throws: A refusal if the name has no such form, or if the library is missing.
    package static func ascii(
        _ host: Substring, library: String? = nil
    ) throws(HTTPAddress.Refusal) -> Substring {
        if host.utf8.allSatisfy({ $0 < 128 }) { return host }
        guard host.utf8.count <= 4 * maxByteCount, !host.utf8.contains(0) else {
            throw HTTPAddress.Refusal(reason: "the host's name is too long, or has a zero byte")
        }
        var bytes = [CChar](repeating: 0, count: maxByteCount + 1)
        var reason: UnsafePointer<CChar>?
        let status = unsafe cidn_to_ascii(library, String(host), &bytes, bytes.count, &reason)
        guard status != CIDN_MISSING else {
            throw HTTPAddress.Refusal(
                reason: "a host of other scripts than ASCII needs \(library ?? "libidn2.so.0"), "
                    + "package libidn2-0; without it such a name is written as 'xn--'")
        }
        guard status == 0 else {
            let text = unsafe reason.map { unsafe String(cString: $0) } ?? "error \(status)"
            throw HTTPAddress.Refusal(reason: "the host is no international name: \(text)")
        }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)[...]
    }
}
