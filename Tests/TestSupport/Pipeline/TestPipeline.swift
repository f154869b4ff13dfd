import Foundation
import Synchronization
import WebImageBMP
package import WebImageCaching
package import WebImageCoding
package import WebImagePipeline
package import WebImagePixels
package import WebImageTesting

/// A pipeline observable in every stage: scripted loader, disk in a folder of its own, trace.
package struct TestPipeline {
    package let loader: ScriptedLoader
    package let trace = TraceObserver()
    package let decoder = CountingDecoder()
    package let folder: TemporaryFolder
    package var pipeline: ImagePipeline

    package init(
        bytes: ByteBlock = Self.picture(), headers: HeaderFields = HeaderFields(),
        isFrozen: Bool = false, folder: TemporaryFolder = TemporaryFolder(),
        limits: PipelineLimits = PipelineLimits()
    ) {
        self.init(
            loader: ScriptedLoader(bytes: bytes, headers: headers, isFrozen: isFrozen),
            folder: folder, limits: limits)
    }

    package init(
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
    package static func picture(width: Int = 12, height: Int = 8, seed: UInt8 = 7) -> ByteBlock {
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

extension TestPipeline {
    /// Returns the error of a load; `nil` if it succeeds.
    package func error(of request: ImageRequest) async -> ImageError? {
        do {
            _ = try await pipeline.image(for: request)
            return nil
        } catch {
            return error
        }
    }
}

/// The BMP decoder, which counts its calls.
package final class CountingDecoder: ImageDecoder {
    private let count = Atomic<Int>(0)
    package var decodeCount: Int { count.load(ordering: .relaxed) }
    package var identity: String { "counting" }
    package var formats: [ImageFormat] { [.bmp] }

    package func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError)
        -> ImageMetadata
    {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    package func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput
    {
        count.wrappingAdd(1, ordering: .relaxed)
        return try BMPDecoder().decode(bytes, options: options)
    }
}

/// A folder that is removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        path = FileManager.default.temporaryDirectory.path + "/webimage-" + UUID().uuidString
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The paths of all files below, without the tables of usage.
    package var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path + "/" + $0, isDirectory: &isFolder)
                && !isFolder.boolValue && !$0.hasSuffix("v1/usage")
        }
    }
}
