import CInflateFuzz
import CTrimFuzz
import Foundation
import WebImage
import WebImageSVG

@testable import WebImageCoding

// Safe because it is set once, before the first input, and libFuzzer has one thread.
nonisolated(unsafe) var current: Harness?

/// The test of each input: every operation of a decoder, with its guarantees checked.
struct Harness {
    /// The names to choose from.
    static let names =
        [
            "recognition", "any", "inflate", "trim", "answer", "urls", "redis", "gainmap",
            "profile",
        ]
        + CodecList.installed.decoders.flatMap(\.formats).map(\.rawValue)

    private let name: String
    private let limits: DecodeLimits
    private let answers: AnswerHarness?
    private let addresses = AddressHarness()

    /// Returns the harness of a name; `nil` for an unknown one.
    ///
    /// Its limits are small, so that an input is cheap. `any` takes the decoder that fits the
    /// input's signature; it is for whole files and has the limits of the acceptance run.
    init?(_ name: String) {
        guard Self.names.contains(name) else { return nil }
        self.name = name
        answers = name == "answer" ? AnswerHarness() : nil
        limits =
            name == "any"
            ? DecodeLimits(maxPixels: 40_000_000)
            : DecodeLimits(maxPixels: 1 << 20, maxBytes: 16 << 20, maxFrames: 64)
    }

    /// Tests one input; traps if a guarantee is broken.
    func run(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        switch name {
        case "inflate": return fuzz_inflate(start, bytes.count)
        case "trim": return fuzz_trim(start, bytes.count)
        case "answer":
            guard let answers else { broken("There is no memory for answers.") }
            return answers.run(bytes)
        case "urls": return addresses.run(bytes)
        case "redis": return ReplyHarness().run(bytes)
        case "gainmap": return GainMapHarness(limits: limits).run(bytes)
        case "profile": return ProfileHarness().run(bytes)
        default: break
        }
        let block = ByteBlock(copying: bytes)
        let format = block.withSpan { span in
            _ = ImageFormat.describe(span)
            return ImageFormat(signatureOf: span)
        }
        let wanted = name == "any" ? format : ImageFormat(rawValue: name)
        guard let wanted, let decoder = try? CodecList.fuzzed.decoder(for: wanted) else {
            return
        }
        for depth in PixelDepth.allCases { run(block, as: wanted, with: decoder, depth) }
        var file = EncodedImage(block)
        file.format = wanted
        LightHarness(limits: limits).run(file, with: decoder)
        if let decoder = decoder as? any AnimatedImageDecoder { play(block, with: decoder) }
        if let decoder = decoder as? any DocumentCleaning { clean(block, with: decoder) }
    }

    /// Decodes whole, reduced, and as the bytes arrive.
    private func run(
        _ block: ByteBlock, as format: ImageFormat, with decoder: any ImageDecoder,
        _ depth: PixelDepth
    ) {
        let size = describe(block, with: decoder)
        let whole = decode(block, with: decoder, Downsampling(), as: depth)
        if case .success(let output) = whole, let size {
            require(output.metadata.size == size, "Metadata reports another size.")
        }
        let box = Downsampling(box: PixelSize(width: 9, height: 9))
        _ = decode(block, with: decoder, box, as: depth)
        guard let decoder = decoder as? any IncrementalImageDecoder else { return }
        block.withUnsafeBytes { bytes in
            let chunk = 1 + Int(bytes.last ?? 0) * 5
            check(
                feed(block, inChunksOf: chunk, to: decoder, as: depth), equals: whole,
                inPixels: format != .jpeg || !hasFillBeforeData(bytes))
        }
    }

    private typealias Outcome = Result<DecodeOutput, CodecError>

    private func describe(_ block: ByteBlock, with decoder: any ImageDecoder) -> PixelSize? {
        block.withSpan { span in
            _ = decoder.color(of: span)
            return try? decoder.metadata(of: span, limits: limits).size
        }
    }

    private func decode(
        _ block: ByteBlock, with decoder: any ImageDecoder, _ downsampling: Downsampling,
        as depth: PixelDepth
    ) -> Outcome {
        Outcome { () throws(CodecError) in
            var options = DecodeOptions(limits: limits, downsampling: downsampling)
            options.pixelDepth = depth
            return try block.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: options)
            }
        }
    }

    /// Cleans a document, which then is clean, and has only addresses of its parts and pictures.
    private func clean(_ block: ByteBlock, with decoder: any DocumentCleaning) {
        func text(of document: ByteBlock) -> ByteBlock? {
            try? document.withSpan { try decoder.cleaned($0, limits: limits) }
        }
        guard let once = text(of: block) else { return }
        require(text(of: once) == once, "A clean document is not clean.")
        let written = once.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        for part in written.split(separator: "<").dropFirst() {
            require(!part.lowercased().hasPrefix("script"), "A script stays.")
            let tag = part.prefix { $0 != ">" }
            let links = tag.split(separator: "href=\"", omittingEmptySubsequences: false)
                .dropFirst()
            for link in links {
                require(link.hasPrefix("#") || link.hasPrefix("data:image/"), "A link stays.")
            }
        }
    }

    /// Plays some frames forward, then seeks.
    private func play(_ block: ByteBlock, with decoder: any AnimatedImageDecoder) {
        let options = DecodeOptions(limits: limits)
        let found = try? decoder.frames(of: EncodedImage(block), options: options)
        guard let frames = found.flatMap({ $0 }) else { return }
        for index in [0, 1, 2, frames.count - 1, 1] where index < frames.count {
            let frame = try? frames.frame(at: index)
            require(frame.map { $0.bitmap.size == frames.size } != false, "Another canvas.")
        }
    }

    private func feed(
        _ block: ByteBlock, inChunksOf size: Int, to decoder: any IncrementalImageDecoder,
        as depth: PixelDepth
    ) -> Outcome {
        Outcome { () throws(CodecError) in
            var options = DecodeOptions(limits: limits)
            options.pixelDepth = depth
            let session = decoder.makeSession(options: options)
            for start in stride(from: 0, to: block.count, by: size) {
                let revision = session.revision
                try block.withSpan { span throws(CodecError) in
                    try session.append(span.extracting(start..<min(start + size, span.byteCount)))
                }
                if session.revision > revision { _ = try? session.preview() }
            }
            return try session.finish()
        }
    }

    /// Returns `true` if a JPEG may have a fill byte in front of an escaped 0xFF.
    ///
    /// There the two Huffman decoders of libjpeg-turbo differ: the fast one sees a marker and
    /// leaves coefficients in the block, which the slow one then decodes anew. The number of
    /// available bytes decides which of them runs.
    private func hasFillBeforeData(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.dropFirst(2).contains { index in
            (bytes[index - 2], bytes[index - 1], bytes[index]) == (0xFF, 0xFF, 0)
        }
    }

    /// Checks that an incremental decode and one at once have the same result.
    private func check(_ fed: Outcome, equals whole: Outcome, inPixels: Bool) {
        switch (fed, whole) {
        case (.success(let fed), .success(let whole)):
            require(fed.metadata == whole.metadata, "Fed, the metadata differs.")
            require(fed.bitmap.size == whole.bitmap.size, "Fed, the size differs.")
            guard inPixels else { return }
            require(fed.bitmap == whole.bitmap, "Fed, the pixels differ.")
        case (.failure, .failure): break
        default: broken("Fed \(fed), at once \(whole).")
        }
    }
}

extension CodecList {
    /// The installed codecs, SVG's too, decoding in this process.
    static let fuzzed: CodecList = {
        var codecs = installed
        codecs.decoders = codecs.decoders.map {
            $0 is SVGDecoder ? SVGDecoder(inProcess: true) : $0
        }
        return codecs
    }()
}
