import FoundationEssentials

/// The bytes of a head behind its key; ``DiskEntry`` documents them.
extension EntryHead {
    func append(to bytes: inout [UInt8]) {
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
        bytes.append(optional: receipt) { $1.append(to: &$0) }
        bytes.append(integer: UInt32(truncatingIfNeeded: userData.count))
        bytes += userData
    }

    init?(from cursor: inout ByteCursor) {
        guard let storedAt = cursor.date(),
            let expires = cursor.optional({ $0.date() }),
            let keepUntil = cursor.optional({ $0.date() }),
            let mediaType = cursor.optional({ $0.text() }),
            let response = cursor.optional({ ResponseHead(from: &$0) }),
            let receipt = cursor.optional({ ExchangeRecord(from: &$0) }),
            let userData = cursor.counted()
        else { return nil }
        self.init(
            mediaType: mediaType, response: response, storedAt: storedAt, expires: expires,
            keepUntil: keepUntil, receipt: receipt, userData: Array(userData))
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

extension [UInt8] {
    mutating func append(integer: some FixedWidthInteger) {
        for shift in stride(from: 0, to: integer.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }

    mutating func append(text: String) {
        append(integer: UInt32(truncatingIfNeeded: text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func append(date: Date) {
        append(integer: date.timeIntervalSinceReferenceDate.bitPattern)
    }

    mutating func append<Value>(
        optional value: Value?, _ write: (inout [UInt8], Value) -> Void
    ) {
        append(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}
