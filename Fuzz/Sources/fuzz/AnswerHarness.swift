import WebImage

@testable import WebImageSandbox

/// The test of the program's parser of a decoder process's answers.
///
/// An input is the number of the operation, the length of the packet, the packet, and the memory
/// after it. Any answer is a result within the limits of its request, or an error.
struct AnswerHarness {
    private let memory: SharedMemory
    private let limits = DecodeLimits(maxPixels: 4096, maxBytes: 1 << 16, maxFrames: 64)

    /// Returns nil if the system refuses the memory.
    init?() {
        guard let memory = try? SharedMemory(count: 1 << 16, isWritable: true) else { return nil }
        self.memory = memory
    }

    func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 3, let operation = Message.Operation(rawValue: bytes[0]) else { return }
        let length = Int(bytes[1]) | Int(bytes[2] & 0xF) << 8
        let rest = UnsafeRawBufferPointer(rebasing: bytes[3...])
        let block = UnsafeRawBufferPointer(rebasing: rest.dropFirst(length).prefix(memory.count))
        if let start = block.baseAddress {
            memory.base.copyMemory(from: start, byteCount: block.count)
        }
        var packet = PacketReader(Array(rest.prefix(length)))
        var request = DecodeRequest(operation, .png, byteCount: 0)
        request.options.limits = limits
        request.picture = WirePicture(Bitmap(size: PixelSize(width: 3, height: 2)))
        switch try? packet.readCase(Message.Status.self) {
        case .result:
            let blocks = ReceivedBlocks(in: memory)
            check(try? DecodeResult(of: request, from: &packet, blocks))
        case .error: _ = (try? CodecError(from: &packet)).map { "\($0)" }
        case .needsMemory: _ = try? packet.readCount("bytes of a result")
        case nil: break
        }
    }

    /// Checks that what a result holds is within the limits.
    private func check(_ result: DecodeResult?) {
        switch result {
        case .picture(let output): check(output.bitmap)
        case .frame(let frame): check(frame.bitmap)
        case .converted(let bitmap):
            precondition(bitmap.size == PixelSize(width: 3, height: 2))
            check(bitmap)
        case .metadata(let metadata): precondition(metadata.size.area <= limits.maxPixels)
        case .frames(let listing?):
            precondition(listing.count <= limits.maxFrames)
            precondition(listing.durations.count == listing.count)
        default: break
        }
    }

    /// Reads all pixels, which AddressSanitizer observes.
    private func check(_ bitmap: Bitmap) {
        precondition(bitmap.size.area <= limits.maxPixels)
        let sum = bitmap.withBytes { bytes in
            bytes.withUnsafeBytes { $0.reduce(0) { $0 &+ Int($1) } }
        }
        precondition(sum >= 0)
    }
}
