import FoundationEssentials

/// The bytes of a head after its key, as documented at ``DiskEntry``.
extension EntryHead {
    func append(to bytes: inout [UInt8], version: UInt32) {
        bytes.append(date: storedAt)
        bytes.append(optional: expires) { $0.append(date: $1) }
        bytes.append(optional: keepUntil) { $0.append(date: $1) }
        bytes.append(optional: mediaType) { $0.append(text: $1) }
        bytes.append(optional: response) { bytes, response in
            bytes.append(text: response.url)
            bytes.append(integer: UInt64(bitPattern: Int64(response.status)))
            bytes.append(integer: UInt32(truncatingIfNeeded: response.headers.fields.count))
            for field in response.headers.fields {
                bytes.append(text: field.name)
                bytes.append(text: field.value)
            }
        }
        bytes.append(optional: record) { $1.append(to: &$0) }
        bytes.append(integer: UInt32(truncatingIfNeeded: userData.count))
        bytes += userData
        guard version > DiskEntry.oldestVersion else { return }
        bytes.append(integer: UInt32(truncatingIfNeeded: requestUserData.count))
        bytes += requestUserData
    }

    init?(from cursor: inout ByteCursor, version: UInt32) {
        guard let storedAt = cursor.date(),
            let expires = cursor.optional({ $0.date() }),
            let keepUntil = cursor.optional({ $0.date() }),
            let mediaType = cursor.optional({ $0.text() }),
            let response = cursor.optional({ ResponseHead(from: &$0) }),
            let record = cursor.optional({ ExchangeRecord(from: &$0) }),
            let userData = cursor.counted()
        else { return nil }
        self.init(
            mediaType: mediaType, response: response, storedAt: storedAt, expires: expires,
            keepUntil: keepUntil, record: record, userData: Array(userData))
        guard version > DiskEntry.oldestVersion else { return }
        guard let requestUserData = cursor.counted() else { return nil }
        self.requestUserData = Array(requestUserData)
    }
}

extension ResponseHead {
    fileprivate init?(from cursor: inout ByteCursor) {
        guard let url = cursor.text(), let status = cursor.integer(UInt64.self),
            let fieldCount = cursor.integer(UInt32.self)
        else { return nil }
        var headers = HeaderFields()
        for _ in 0..<fieldCount {
            guard let name = cursor.text(), let value = cursor.text() else { return nil }
            headers.append(name, value)
        }
        self.init(
            url: url, status: Int(truncatingIfNeeded: Int64(bitPattern: status)), headers: headers)
    }
}

extension ExchangeRecord {
    fileprivate func append(to bytes: inout [UInt8]) {
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

    fileprivate init?(from cursor: inout ByteCursor) {
        guard let asked = cursor.text(), let answered = cursor.text(),
            let requestedAt = cursor.date(), let receivedAt = cursor.date(),
            let authorized = cursor.integer(UInt8.self),
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
