import Foundation
import Testing
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    /// The thumbnails that the gallery shares with the desktop.
    struct ThumbnailTests {
        @Test @GTKActor func `tiles of files fill the store, and are read from it again`()
            async throws
        {
            let folder = try TestFolder(["one.jpg", "two.jpg"])
            let run = try GalleryRun(count: 5)
            #expect(await run.show(folder))
            let made = Self.files(below: run.thumbnails)
            #expect(made.count == 2, "\(made)")
            for name in ["one.jpg", "two.jpg"] {
                #expect(try Self.texts(of: made).contains { $0.contains(folder.file(name)) })
            }
            let changes = try Self.times(of: made)
            let again = try GalleryRun(count: 5, thumbnails: run.thumbnails)
            #expect(await again.show(folder))
            #expect(try Self.times(of: made) == changes)
            again.close()
            run.close()
        }

        private static func files(below folder: String) -> [String] {
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".png") }.map { "\(folder)/\($0)" }
        }

        private static func texts(of files: [String]) throws -> [String] {
            try files.map {
                String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
            }
        }

        private static func times(of files: [String]) throws -> [Date?] {
            try files.map {
                try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
            }
        }
    }
}
