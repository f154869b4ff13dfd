import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// A pipeline observable in every stage: scripted loader, disk in a folder of its own, trace.
struct TestPipeline {
    let loader: ScriptedLoader
    let trace = TraceObserver()
    let decoder = CountingDecoder()
    let folder: TemporaryFolder
    var pipeline: ImagePipeline

    init(
        bytes: ByteBlock = Self.picture(), headers: HeaderFields = HeaderFields(),
        isFrozen: Bool = false, folder: TemporaryFolder = TemporaryFolder(),
        limits: PipelineLimits = PipelineLimits()
    ) {
        self.init(
            loader: ScriptedLoader(bytes: bytes, headers: headers, isFrozen: isFrozen),
            folder: folder, limits: limits)
    }

    init(
        loader: ScriptedLoader, folder: TemporaryFolder = TemporaryFolder(),
        limits: PipelineLimits = PipelineLimits()
    ) {
        self.loader = loader
        self.folder = folder
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: DiskCache(folder: folder.path),
            loader: loader, codecs: CodecList(decoders: [decoder], encoders: [BMPEncoder()]),
            limits: limits, observers: [trace])
    }

    /// Returns the bytes of a small picture; another `seed` makes a different one.
    static func picture(width: Int = 12, height: Int = 8, seed: UInt8 = 7) -> ByteBlock {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true)
        for y in 0..<height {
            for x in 0..<width {
                bitmap[x, y] = SIMD4(UInt8(x * 9 & 255), UInt8(y * 17 & 255), seed, 255)
            }
        }
        guard let bytes = try? BMPEncoder().encode(bitmap, settings: EncodeSettings()) else {
            preconditionFailure("A small opaque picture always encodes.")
        }
        return bytes
    }
}

/// The BMP decoder, which counts its calls.
final class CountingDecoder: ImageDecoder {
    private let count = Atomic<Int>(0)
    var decodeCount: Int { count.load(ordering: .relaxed) }
    var identity: String { "counting" }
    var formats: [ImageFormat] { [.bmp] }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        count.wrappingAdd(1, ordering: .relaxed)
        return try BMPDecoder().decode(bytes, options: options)
    }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/webimage-" + UUID().uuidString
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The paths of all files below, without the tables of usage.
    var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path + "/" + $0, isDirectory: &isFolder)
                && !isFolder.boolValue && !$0.hasSuffix("v1/usage")
        }
    }
}
