import WebImageCoding
import WebImageLoading

/// The error of a store: the elements of its document that the loader needs.
struct S3Fault: Hashable, Sendable {
    /// The most bytes of a document that are read.
    static let maxByteCount = 64 << 10
    /// The most bytes of an element that counts.
    private static let maxTextByteCount = 64

    /// The code, such as `NoSuchKey`: letters alone.
    private(set) var code: String?
    /// The region that the store names.
    private(set) var region: String?

    /// Reads a document `<Error><Code>…</Code>…</Error>` that may be anything.
    ///
    /// Only the elements right below the root count, and only plain text in them. Each byte is
    /// looked at a few times at most. Declarations, entities and sections without markup end the
    /// reading.
    init(document: [UInt8]) {
        var rest = document.prefix(Self.maxByteCount)
        var open: [ArraySlice<UInt8>] = []
        while let start = rest.firstIndex(of: 60) {
            let text = rest[..<start]
            guard let end = rest[start...].firstIndex(of: 62) else { return }
            let tag = rest[start...].prefix(upTo: end).dropFirst()
            rest = rest[(end + 1)...]
            switch tag.first {
            case 63: continue
            case 33, nil: return
            case 47:
                guard let name = open.popLast(), tag.dropFirst().elementsEqual(name) else { return }
                if open.count == 1 { take(text, of: name) }
                if open.isEmpty { return }
            default:
                let name = tag.prefix { $0 > 32 && $0 != 47 }
                if open.isEmpty, !name.elementsEqual("Error".utf8) { return }
                if tag.last != 47 { open.append(name) }
                // Stores nest no deeper than twice.
                if open.count > 8 { return }
            }
        }
    }

    private mutating func take(_ text: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) {
        guard text.count <= Self.maxTextByteCount else { return }
        let word = String(decoding: text, as: UTF8.self)
        if name.elementsEqual("Code".utf8), code == nil, !word.isEmpty,
            text.allSatisfy({ (97...122).contains($0 | 32) })
        {
            code = word
        }
        if name.elementsEqual("Region".utf8), region == nil, S3Endpoint.isLabel(word) {
            region = word
        }
    }

    /// Reads the error in the body of a response, which has no bytes then: they may name keys.
    ///
    /// - Throws: `CancellationError`; a body that fails is read as far as it came.
    init(takingBodyOf response: inout LoadedBody) async throws {
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.chunks {
                bytes += unsafe chunk.withUnsafeBytes { unsafe Array($0) }
                if bytes.count >= Self.maxByteCount { break }
            }
        } catch is LoadFailure {
            // The status says enough.
        }
        (response.chunks, response.expectedByteCount) = (BodyStream([]), 0)
        self.init(document: bytes)
    }
}
