import FoundationEssentials

/// The bytes of a receipt in an entry's head; ``DiskEntry`` documents them.
extension ExchangeRecord {
    func append(to bytes: inout [UInt8]) {
        bytes.append(text: asked)
        bytes.append(text: answered)
        bytes.append(date: requestedAt)
        bytes.append(date: receivedAt)
        bytes.append(isAuthorized ? 1 : 0)
        bytes.append(integer: UInt32(truncatingIfNeeded: selectors.count))
        for selector in selectors {
            bytes.append(text: selector.name)
            bytes.append(optional: selector.digest) { $0.append(text: $1) }
        }
        bytes.append(optional: body) { bytes, body in
            bytes.append(integer: UInt64(body.byteCount))
            bytes.append(integer: body.checksum)
        }
    }

    init?(from cursor: inout ByteCursor) {
        guard let asked = cursor.text(), let answered = cursor.text(),
            let requestedAt = cursor.date(),
            let receivedAt = cursor.date(), let authorized = cursor.integer(UInt8.self),
            authorized <= 1, let selectorCount = cursor.integer(UInt32.self)
        else { return nil }
        var selectors: [VaryField] = []
        for _ in 0..<selectorCount {
            guard let name = cursor.text(), let digest = cursor.optional({ $0.text() })
            else { return nil }
            selectors.append(VaryField(name: name, digest: digest))
        }
        guard let body = cursor.optional({ BodyFingerprint(from: &$0) }) else { return nil }
        self.init(
            asked: asked, answered: answered, requestedAt: requestedAt, receivedAt: receivedAt,
            isAuthorized: authorized == 1, selectors: selectors, body: body)
    }
}

extension BodyFingerprint {
    fileprivate init?(from cursor: inout ByteCursor) {
        guard let byteCount = cursor.integer(UInt64.self).flatMap({ Int(exactly: $0) }),
            let checksum = cursor.integer(UInt64.self)
        else { return nil }
        self.init(byteCount: byteCount, checksum: checksum)
    }
}
