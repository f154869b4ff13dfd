#if JPEG && PNG && GIF
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    @testable import WebImageThumbnails

    /// The thumbnails of local files, through a pipeline.
    struct ThumbnailStoreTests {
        private let desk: Desk

        init() throws { desk = try Desk() }

        @Test func `a thumbnail is made of a file, kept, and answers without the file's pixels`()
            async throws
        {
            let path = try desk.photograph("photo.jpg")
            let first = try await desk.load(path, 144)
            #expect(first.image.size == PixelSize(192, 144))
            let kept = try desk.thumbnail(of: path, "large")
            #expect(try desk.mode(kept) == 0o600)
            let file = try #require(desk.file(kept))
            #expect(file.size == PixelSize(256, 192))
            #expect(file.shows(try desk.original(path), as: desk.uri(path)))
            // Another picture in the store shows where the second one comes from.
            try desk.replacePixels(of: kept, with: [10, 200, 30])
            let second = try await desk.load(path, 144)
            #expect(second.image.size == first.image.size)
            #expect(second.color == [10, 200, 30])
            #expect(desk.names(in: "normal").isEmpty)
        }

        @Test func `a changed time, length or URI is a miss, and the thumbnail is made anew`()
            async throws
        {
            let path = try desk.photograph("photo.jpg")
            _ = try await desk.load(path, 100)
            let kept = try desk.thumbnail(of: path, "large")
            try desk.replacePixels(of: kept, with: [10, 200, 30])
            #expect(try await desk.load(path, 100).color == [10, 200, 30])
            try desk.touch(path, 1_700_000_000)
            #expect(try await desk.load(path, 100).color != [10, 200, 30])
            #expect(desk.file(kept)?.shows(try desk.original(path), as: desk.uri(path)) == true)
            // The thumbnail of another file under this one's name.
            let other = try desk.photograph("other.jpg")
            try desk.touch(other, 1_700_000_000)
            _ = try await desk.load(other, 100)
            try desk.replacePixels(of: desk.thumbnail(of: other, "large"), with: [1, 2, 3])
            try FileManager.default.removeItem(atPath: kept)
            try FileManager.default.copyItem(
                atPath: desk.thumbnail(of: other, "large"), toPath: kept)
            #expect(try await desk.load(path, 100).color != [1, 2, 3])
        }

        @Test func `a thumbnail that is damaged or cut off at any place is a miss`() async throws {
            let path = try desk.photograph("photo.jpg")
            _ = try await desk.load(path, 100)
            let whole = try desk.bytes(of: desk.thumbnail(of: path, "large"))
            #expect(desk.isThumbnail(whole))
            for index in Array(0..<40) + stride(from: 40, to: whole.count, by: whole.count / 20) {
                var damaged = whole
                damaged[index] ^= 0x40
                #expect(!desk.isThumbnail(damaged), "\(index)")
                #expect(!desk.isThumbnail(Array(whole[..<index])), "\(index)")
            }
            #expect(!desk.isThumbnail(whole, side: 255))
        }

        @Test(arguments: [
            "a b.jpg", "a#b?.jpg", "100%.jpg", "100%25.jpg", "ä€😀.jpg", "a;b\"c'd.jpg", "-x.jpg",
            "a\nb.jpg",
        ])
        func `a file of any name has its thumbnail`(name: String) async throws {
            let path = try desk.photograph(name)
            _ = try await desk.load(path, 100)
            let kept = try desk.thumbnail(of: path, "large")
            try desk.replacePixels(of: kept, with: [9, 9, 9])
            #expect(try await desk.load(path, 100).color == [9, 9, 9])
        }

        @Test func `a link has a thumbnail of its own, of the time of its target`() async throws {
            let path = try desk.photograph("photo.jpg")
            try desk.touch(path, 1_600_000_000)
            #expect(symlink(path, desk.folder + "/link.jpg") == 0)
            _ = try await desk.load(desk.folder + "/link.jpg", 100)
            let kept = try desk.thumbnail(of: desk.folder + "/link.jpg", "large")
            let text = String(decoding: try desk.bytes(of: kept), as: UTF8.self)
            #expect(text.contains("1600000000"))
            #expect(desk.names(in: "large").count == 1)
        }
    }

    extension ThumbnailStoreTests {
        @Test func `a shared repository is read and never written`() async throws {
            let path = try desk.photograph("photo.jpg")
            _ = try await desk.load(path, 100)
            let own = try desk.thumbnail(of: path, "large")
            let shared = try desk.share(own, of: path)
            try desk.replacePixels(of: shared, with: [7, 8, 9])
            try FileManager.default.removeItem(atPath: own)
            #expect(try await desk.load(path, 100).color == [7, 8, 9])
            #expect(desk.names(in: "large").isEmpty)
            try desk.touch(path, 1_600_000_000)
            let before = try desk.bytes(of: shared)
            #expect(try await desk.load(path, 100).color != [7, 8, 9])
            #expect(try desk.bytes(of: shared) == before)
        }

        @Test func `thumbnails have no thumbnails`() async throws {
            let path = try desk.photograph("photo.jpg")
            _ = try await desk.load(path, 300)
            let own = try desk.thumbnail(of: path, "x-large")
            _ = try await desk.load(own, 100)
            _ = try await desk.load(try desk.share(own, of: path), 100)
            #expect(desk.names(in: "large").isEmpty && desk.names(in: "x-large").count == 1)
        }

        @Test func `an animation is answered only as a still`() async throws {
            let path = try desk.animation("moving.gif")
            #expect(try await desk.load(path, 100).image.frames?.count == 3)
            #expect(desk.names(in: "large").isEmpty)
            let still = try await desk.load(path, 100) { $0.firstFrameOnly = true }
            #expect(still.image.frames == nil)
            let kept = try desk.thumbnail(of: path, "large")
            try desk.replacePixels(of: kept, with: [5, 6, 7])
            #expect(try await desk.load(path, 100).image.frames?.count == 3)
            #expect(
                try await desk.load(path, 100) { $0.firstFrameOnly = true }.color == [5, 6, 7])
        }

        @Test func `a file that is no picture is noted as a failure of this state`() async throws {
            let path = try desk.write(Array("no picture".utf8), "photo.jpg")
            await #expect(throws: ImageError.self) { try await desk.load(path, 100) }
            let noted = desk.names(in: ThumbnailStore.failures)
            #expect(noted == [FileURI.thumbnailName(of: desk.uri(path))])
            #expect(desk.store.hasFailed(try #require(OriginalFile(path))))
            try desk.touch(path, 1_600_000_000)
            #expect(!desk.store.hasFailed(try #require(OriginalFile(path))))
        }

        @Test func `a picture that is cut off is shown, and not kept`() async throws {
            let whole = try desk.bytes(of: try desk.photograph("photo.jpg"))
            let path = try desk.write(Array(whole[..<(whole.count / 2)]), "cut.jpg")
            #expect(try await desk.load(path, 100).image.metadata.isTruncated)
            #expect(desk.names(in: "large").isEmpty && desk.names(in: "normal").isEmpty)
        }

        @Test func `a folder that cannot be written still shows the picture`() async throws {
            let path = try desk.photograph("photo.jpg")
            let place = try desk.write([1], "file")
            let store = ThumbnailStore(folder: place)
            #expect(try await desk.load(path, 144, store).image.size == PixelSize(192, 144))
            let readOnly = ThumbnailStore(folder: desk.store.folder, isReadOnly: true)
            #expect(try await desk.load(path, 144, readOnly).image.size == PixelSize(192, 144))
            #expect(desk.names(in: "large").isEmpty)
        }
    }

    extension ThumbnailStoreTests {
        @Test(arguments: [
            "transforms", "whole", "larger", "page", "profile", "refresh", "bytes", "changed",
        ])
        func `other requests have the file itself`(kind: String) async throws {
            let path = try desk.photograph("photo.jpg")
            _ = try await desk.load(path, 100)
            try desk.replacePixels(of: desk.thumbnail(of: path, "large"), with: [5, 6, 7])
            #expect(try await desk.load(path, 100).color == [5, 6, 7])
            let response = try await desk.load(path, 100) { request in
                switch kind {
                case "transforms": request.transforms = [.flip(.horizontal)]
                case "whole": request.targetSizing = nil
                case "larger": request.targetSize = PixelSize(1025, 1025)
                case "page": request.page = 1
                case "profile": request.colorProfile = .keep
                case "refresh": request.cachePolicy = .refresh
                case "bytes": request.keepsEncodedBytes = true
                default: request.interceptors = [Decrypting()]
                }
            }
            #expect(response.color != [5, 6, 7] && response.format == .jpeg)
            #expect(desk.names(in: "large").count == 1)
        }

        @Test func `without the setting nothing is read or written`() async throws {
            let path = try desk.photograph("photo.jpg")
            var pipeline = desk.pipeline
            #expect(ImagePipeline(transport: nil, disk: nil).thumbnails == nil)
            pipeline.thumbnails = nil
            var request = ImageRequest(ImageSource.file(path))
            request.targetSize = PixelSize(100, 100)
            _ = try await pipeline.image(for: request)
            #expect(desk.names(in: "large").isEmpty)
        }

        @Test func `fifty loads of a file at once end with one thumbnail`() async throws {
            let path = try desk.photograph("photo.jpg")
            try await withThrowingTaskGroup(of: PixelSize.self) { group in
                for side in 0..<50 {
                    group.addTask { try await desk.load(path, 100 + side).image.size }
                }
                for try await size in group { #expect(size.height >= 100) }
            }
            #expect(desk.names(in: "large").count == 1)
        }
    }

    /// An interceptor that says it changes bytes, as one that decrypts does.
    private struct Decrypting: LoadInterceptor {
        let identity = "decrypting"
        let effect = OptionEffect.bytes

        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            try await next(request)
        }
    }
#endif
