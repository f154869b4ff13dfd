import CContentCoding
import WebImageCaching
import WebImageCoding

/// A decoder of the content codings of bodies (RFC 9110, section 8.4.1).
package enum ContentCoding {
    /// The codings to ask for; `nil` without zlib. Brotli and zstd are decoded, too.
    // Safe because the text that says what is missing is not read.
    package static let accepted: String? =
        unsafe ccontent_load(CContentGzip) == nil ? "gzip, deflate" : nil
    fileprivate static let known = ["gzip", "x-gzip", "deflate", "br", "zstd"]
    private static let undecoded = ["compress", "x-compress", "exi", "pack200-gzip", "dcb", "dcz"]
    /// The most codings of a body, each of which takes up to 16 MB besides the memory budget.
    private static let maxCount = 2

    /// Returns the response with its body decoded; an encoded body has no announced length.
    ///
    /// Transfer codings besides `chunked` (RFC 9112, section 7.2) count as the outermost ones. A
    /// coding that is not understood fails the body at its first byte.
    static func decode(_ response: LoadedBody, limit: Int) -> LoadedBody {
        var codings = ["Content-Encoding", "Transfer-Encoding"].flatMap { names(response.head, $0) }
        guard !codings.isEmpty else { return response }
        if codings.count > maxCount { codings = [codings.joined(separator: ", ")] }
        var response = response
        if response.expectedByteCount != 0 { response.expectedByteCount = nil }
        for coding in codings.reversed() {
            response.chunks = BodyStream { [chunks = response.chunks, head = response.head] in
                let decoder = ContentDecoder(chunks, coding, of: head, limit: limit)
                return { try await decoder.next() }
            }
        }
        return response
    }

    private static func names(_ head: ResponseHead, _ field: String) -> [String] {
        head.headers.values(field).flatMap { value in
            value.split(separator: ",").map { $0.trimmingSpaces.asciiLowered }
        }.filter { (known + undecoded).contains($0) }
    }
}

/// A body with one coding undone, piece by piece.
///
/// A gzip body has one member or more. Other bytes after a whole stream end the body unread, as in
/// browsers.
// Safe because only this object refers to its stream, and closes it once.
@safe private final class ContentDecoder {
    private static let blockByteCount = 64 << 10

    private let coding: String
    private let head: ResponseHead
    private let limit: Int
    private var chunks: BodyStream.Iterator?
    private var input = ByteBlock(copying: [])
    /// The number of bytes of the input that are decoded.
    private var readCount = 0
    /// `true` if the last block was full: the stream may have more for the same input.
    private var isFull = false
    /// The stream or member under way.
    private var stream: OpaquePointer?
    /// `true` after a whole stream or member.
    private var isWhole = false
    private var encodedCount = 0
    private var decodedCount = 0

    init(_ chunks: BodyStream, _ coding: String, of head: ResponseHead, limit: Int) {
        (self.coding, self.head, self.limit) = (coding, head, limit)
        self.chunks = chunks.makeAsyncIterator()
    }

    deinit { close() }

    /// Returns decoded bytes; none of them if a chunk was too short for any, nil at the end.
    func next() async throws -> ByteBlock? {
        if let block = try decoded() { return block }
        guard let chunk = try await chunks?.next() else {
            defer { chunks = nil }
            if chunks != nil { try checkEnd() }
            return nil
        }
        encodedCount += chunk.count
        // What has no end needs no output: empty blocks and members are legal.
        guard encodedCount - limit / 64 - 4096 <= limit else {
            throw failure(.tooLarge, "\(encodedCount) bytes encoded, the limit is \(limit) decoded")
        }
        input = readCount == input.count ? chunk : .joining([input.suffix(from: readCount), chunk])
        readCount = 0
        if let block = try decoded() { return block }
        return chunks == nil ? nil : ByteBlock(copying: [])
    }

    /// Returns the next decoded bytes of the input; nil if more input is needed, or none is.
    private func decoded() throws(LoadFailure) -> ByteBlock? {
        while chunks != nil, readCount < input.count || isFull {
            if unsafe stream == nil, try !begin() { return nil }
            if let block = try run() { return block }
        }
        return nil
    }

    /// Begins a stream; returns `false` if more input is needed, or if no stream follows.
    private func begin() throws(LoadFailure) -> Bool {
        // Safe because the bytes are only read during the call.
        let first = unsafe input.withUnsafeBytes { unsafe Array($0[readCount...].prefix(2)) }
        guard let kind = try kind(of: first) else { return false }
        // Safe because the text is copied at once.
        if let missing = unsafe ccontent_load(kind) {
            throw unknown(": \(unsafe String(cString: missing)) is missing")
        }
        unsafe stream = ccontent_open(kind)
        guard unsafe stream != nil else { throw failure(.other, "no memory to decode the body") }
        return true
    }

    private func kind(of first: [UInt8]) throws(LoadFailure) -> CContentKind? {
        guard ContentCoding.known.contains(coding) else { throw unknown("") }
        let streams = ["br": CContentBrotli, "zstd": CContentZstd]
        if !isWhole, let kind = streams[coding] { return kind }
        guard first.count == 2 else { return nil }
        if isWhole {
            // Only gzip and zstd have members; anything else after the end is not read.
            if coding.hasSuffix("gzip"), first == [0x1F, 0x8B] { return CContentGzip }
            if coding == "zstd", first == [0x28, 0xB5] { return CContentZstd }
            chunks = nil
            return nil
        }
        if coding != "deflate" { return CContentGzip }
        // Many servers omit the header of zlib (RFC 1950), which such a pair of bytes begins.
        let hasHeader = first[0] & 15 == 8 && (Int(first[0]) << 8 | Int(first[1])) % 31 == 0
        return hasHeader ? CContentZlib : CContentDeflate
    }

    /// Decodes one block.
    private func run() throws(LoadFailure) -> ByteBlock? {
        guard let stream = unsafe stream else { return nil }
        let room = min(Self.blockByteCount - 1, max(limit - decodedCount, 0)) + 1
        var (rest, count) = (input.count - readCount, room)
        var status = CContentMore
        // Safe because the stream is open, and the counts are the input's and output's.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, written in
            guard let start = buffer.baseAddress else { return }
            status = unsafe input.withUnsafeBytes { bytes in
                let next = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe ccontent_run(
                    stream, next.map { unsafe $0 + readCount }, &rest, start, &count)
            }
            written = count
        }
        let isStuck = status == CContentMore && count == 0 && rest == input.count - readCount
        guard status != CContentDamaged, !isStuck || rest == 0 else {
            throw failure(
                .malformed, "the \(coding) body is damaged after \(decodedCount) decoded bytes")
        }
        readCount = input.count - rest
        isFull = count == room && status == CContentMore
        decodedCount += count
        if decodedCount > limit {
            throw failure(.tooLarge, "\(decodedCount) bytes or more, the limit is \(limit)")
        }
        if status == CContentEnd {
            isWhole = true
            close()
        }
        return count > 0 ? ByteBlock(copying: output) : nil
    }

    private func checkEnd() throws(LoadFailure) {
        guard encodedCount > 0, unsafe stream != nil || !isWhole else { return }
        throw failure(
            .truncated,
            "the \(coding) body broke off after \(encodedCount) bytes (\(decodedCount) decoded)")
    }

    private func close() {
        // Safe because the stream is open, and nothing else refers to it.
        if let stream = unsafe stream { unsafe ccontent_close(stream) }
        unsafe stream = nil
    }

    private func unknown(_ reason: String) -> LoadFailure {
        failure(.malformed, "Content-Encoding \(coding.prefix(80)) is not understood" + reason)
    }

    private func failure(_ kind: LoadFailure.Kind, _ reason: String) -> LoadFailure {
        chunks = nil
        let subject = (try? HTTPAddress(head.url))?.description ?? "the URL"
        return LoadFailure(kind, "\(subject): \(reason)", head: head)
    }
}
