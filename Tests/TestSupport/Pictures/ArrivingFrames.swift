public import WebImageCoding
import WebImagePixels

/// Feeds a session with a file, and opens the frames of the bytes so far whenever more are
/// complete.
///
/// - Parameter chunk: The number of bytes of each call.
/// - Returns: Each number of complete frames, from two on; `areEqual` is `true` if the preview is
///   the first frame, and the first and the newest frame are those of the whole file.
public func arrivingFrames(
    of file: ByteBlock, by decoder: some IncrementalImageDecoder & AnimatedImageDecoder, chunk: Int
) throws -> [(count: Int, areEqual: Bool)] {
    let whole = try decoder.frames(of: EncodedImage(file), options: DecodeOptions())
    let bytes = file.array
    let session = decoder.makeSession(options: DecodeOptions())
    var seen: [(count: Int, areEqual: Bool)] = []
    for start in stride(from: 0, to: file.count, by: chunk) {
        let end = min(start + chunk, file.count)
        try ByteBlock(copying: bytes[start..<end]).withSpan { span throws(CodecError) in
            try session.append(span)
        }
        let count = session.completeFrameCount
        guard count > 1, count != seen.last?.count else { continue }
        let arrived = EncodedImage(ByteBlock(copying: bytes[..<end]))
        let frames = try decoder.frames(of: arrived, options: DecodeOptions())
        let areEqual = try [0, count - 1].allSatisfy {
            try frames?.frame(at: $0).bitmap == whole?.frame(at: $0).bitmap
        }
        let preview = try session.preview()?.bitmap
        seen.append((count, try areEqual && preview == whole?.frame(at: 0).bitmap))
    }
    return seen
}
