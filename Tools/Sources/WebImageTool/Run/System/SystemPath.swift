/// Paths as the system has them: any bytes but NUL, not only UTF-8.
///
/// Swift's text is UTF-8. A byte of a path that is none is kept in it as the private character
/// U+10F700 plus the byte. The bytes of such a character itself are kept the same way, so that
/// every path has exactly one text.
enum SystemPath {
    private static let first: UInt32 = 0x10F780
    private static let base: UInt32 = 0x10F700

    /// Returns `true` for a character that stands for one byte.
    static func isByte(_ scalar: Unicode.Scalar) -> Bool {
        (first...base + 255).contains(scalar.value)
    }

    /// Returns the text of a path.
    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: isByte)
        {
            return text
        }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            let count = scalar(at: index, in: bytes).map { scalar in
                text.append(scalar)
                return UTF8.width(scalar)
            }
            if count == nil, let byte = Unicode.Scalar(base + UInt32(bytes[index])) {
                text.append(byte)
            }
            index += count ?? 1
        }
        return String(text)
    }

    /// Returns the character that begins at an index; nil for a byte that is kept as it is.
    private static func scalar(at index: Int, in bytes: [UInt8]) -> Unicode.Scalar? {
        let width = max(1, (~bytes[index]).leadingZeroBitCount)
        guard index + width <= bytes.count,
            let text = String(validating: bytes[index..<index + width], as: UTF8.self),
            let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
            !isByte(scalar)
        else { return nil }
        return scalar
    }

    /// Returns the bytes of a path's text.
    static func bytes(of text: String) -> [UInt8] {
        guard !isUTF8(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            isByte(scalar)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Returns `true` if all bytes of the path are UTF-8.
    static func isUTF8(_ text: String) -> Bool {
        // The first byte of all these characters.
        !text.utf8.contains(0xF4) || !text.unicodeScalars.contains(where: isByte)
    }

    /// The arguments of the process without its name.
    static var arguments: [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { text(of: $0) }
        }
    }

    /// Returns the text of a path of the system, which ends with NUL.
    static func text(of path: UnsafePointer<CChar>) -> String {
        var bytes: [UInt8] = []
        var next = path
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return text(of: bytes)
    }
}

extension String {
    /// Calls `body` with the text as a path of the system.
    func withSystemPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard !SystemPath.isUTF8(self) else { return withCString(body) }
        let bytes = SystemPath.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? withCString(body)
        }
    }
}
