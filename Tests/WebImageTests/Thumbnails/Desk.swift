#if JPEG && PNG && GIF
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    @testable import WebImageThumbnails

    /// A folder of pictures, and a store of thumbnails.
    final class Desk: Sendable {
        private let root: DiskFolder
        let folder: String
        let store: ThumbnailStore

        init() throws {
            root = try DiskFolder()
            folder = root.path + "/pictures"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            store = ThumbnailStore(folder: root.path + "/caches/thumbnails")
        }

        /// The folder of all caches.
        var caches: String { root.path + "/caches" }

        /// A new pipeline without caches of its own.
        var pipeline: ImagePipeline { pipeline(store) }

        private func pipeline(_ store: ThumbnailStore) -> ImagePipeline {
            var pipeline = ImagePipeline(transport: nil, disk: nil)
            pipeline.thumbnails = store
            return pipeline
        }

        /// Loads a file to fill a square box, by a new pipeline.
        @discardableResult
        func load(
            _ path: String, _ side: Int, _ store: ThumbnailStore? = nil,
            change: (inout ImageRequest) -> Void = { _ in }
        ) async throws -> ImageResponse {
            var request = ImageRequest(ImageSource.file(path))
            (request.targetSize, request.targetFit) = (PixelSize(side * 4 / 3, side), .fit)
            change(&request)
            return try await pipeline(store ?? self.store).image(for: request)
        }

        func write(_ bytes: [UInt8], _ name: String) throws -> String {
            let path = "\(folder)/\(name)"
            try Data(bytes).write(to: URL(filePath: path))
            return path
        }

        /// Writes a photograph of 800 × 600 pixels.
        func photograph(_ name: String) throws -> String {
            let picture = Scene.photograph(size: PixelSize(800, 600))
            let bytes = try CodecList.installed.encoder(for: .jpeg)
                .encode(picture, settings: EncodeSettings())
            return try write(bytes.withUnsafeBytes { Array($0) }, name)
        }

        /// Writes an animation of three frames of 400 × 300 pixels.
        func animation(_ name: String) throws -> String {
            let frames = (0..<3).map { number in
                Bitmap.filled(PixelSize(400, 300), SIMD3(repeating: UInt8(80 * number)))
            }
            let listed = ListedFrames(
                frames, durations: Array(repeating: .milliseconds(100), count: 3))
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            let bytes = try encoder.encode(listed, settings: EncodeSettings())
            return try write(bytes.withUnsafeBytes { Array($0) }, name)
        }

        func bytes(of path: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: path)))
        }

        func touch(_ path: String, _ time: Int) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: path)
        }

        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
    }

    // The store.
    extension Desk {
        func uri(_ path: String) -> String { FileURI.uri(ofPath: path.utf8) }

        func original(_ path: String) throws -> OriginalFile { try #require(OriginalFile(path)) }

        func names(in folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: "\(store.folder)/\(folder)"))
                ?? []
        }

        /// Returns the path of a file's thumbnail, which must be there.
        func thumbnail(of path: String, _ size: String) throws -> String {
            let found = "\(store.folder)/\(size)/" + FileURI.thumbnailName(of: uri(path))
            #expect(FileManager.default.fileExists(atPath: found))
            return found
        }

        func file(_ thumbnail: String) -> ThumbnailFile? {
            (try? bytes(of: thumbnail)).flatMap { bytes in
                ByteBlock(copying: bytes).withSpan { ThumbnailFile($0, side: 1024) }
            }
        }

        func isThumbnail(_ bytes: [UInt8], side: Int = 256) -> Bool {
            ByteBlock(copying: bytes).withSpan { ThumbnailFile($0, side: side) != nil }
        }

        /// Gives a thumbnail pixels of one colour; its texts stay.
        func replacePixels(of thumbnail: String, with color: SIMD3<UInt8>) throws {
            let file = try #require(self.file(thumbnail))
            let bytes = try CodecList.installed.encoder(for: .png)
                .encode(.filled(file.size, color), settings: EncodeSettings())
            let texts = ["Thumb::URI", "Thumb::MTime"].map { ($0, file.text($0) ?? "") }
            let block = try ThumbnailFile.adding(texts, to: bytes)
            try Data(block).write(to: URL(filePath: thumbnail))
        }

        /// Copies a thumbnail to the shared repository beside its file; returns the path there.
        func share(_ thumbnail: String, of path: String) throws -> String {
            let original = try original(path)
            let place = "\(folder)/.sh_thumbnails/large"
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true)
            let shared = "\(place)/" + FileURI.thumbnailName(of: original.sharedURI)
            let bytes = try CodecList.installed.encoder(for: .png)
                .encode(Bitmap(size: PixelSize(256, 192)), settings: EncodeSettings())
            let texts = [
                ("Thumb::URI", original.sharedURI), ("Thumb::MTime", String(original.modified)),
            ]
            try Data(ThumbnailFile.adding(texts, to: bytes)).write(to: URL(filePath: shared))
            return shared
        }
    }

    extension Bitmap {
        /// Returns a picture of one colour: red, green and blue.
        static func filled(_ size: PixelSize, _ color: SIMD3<UInt8>) -> Bitmap {
            var bitmap = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width { bitmap[x, y] = SIMD4(color.z, color.y, color.x, 255) }
            }
            return bitmap
        }
    }

    extension ImageResponse {
        /// The colour of a pixel: red, green and blue.
        var color: SIMD3<UInt8> {
            let pixel = image.poster[5, 5]
            return SIMD3(pixel.z, pixel.y, pixel.x)
        }
    }
#endif
