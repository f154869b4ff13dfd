import CGTK4
import Testing
import WebImageGTK

@testable import PictureGallery

struct PictureOrderTests {
    private func names(_ order: PictureOrder, _ files: [FolderFile]) -> [String] {
        order.sorted(files).map(\.path)
    }

    @Test func `names are in the order of their numbers, not of their digits, in any case`() {
        let sorted = ["a.jpg", "B.jpg", "img2.jpg", "img10.jpg", "IMG11.jpg", "img100.jpg"]
        let files = sorted.reversed().map { FolderFile(path: $0, date: 0, byteCount: 0) }
        #expect(names(PictureOrder(), files) == sorted)
        #expect(names(PictureOrder(isReversed: true), files) == sorted.reversed())
    }

    @Test func `dates and sizes ascend, and equal ones are in the order of names`() {
        let files = [
            FolderFile(path: "c", date: 2, byteCount: 5),
            FolderFile(path: "b10", date: 1, byteCount: 7),
            FolderFile(path: "b9", date: 1, byteCount: 7),
        ]
        #expect(names(PictureOrder(key: .date), files) == ["b9", "b10", "c"])
        #expect(names(PictureOrder(key: .size), files) == ["c", "b9", "b10"])
    }
}

extension WindowTests {
    struct OrderTests {
        @Test @GTKActor func `a folder is sorted, and the order is kept for the next`() async throws
        {
            let folder = try TestFolder(["img10.jpg", "img2.jpg", "below/x.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(!run.window.actions.isEnabled("sort"))
            #expect(await run.show(folder))
            #expect(run.listed == ["below/x.jpg", "img2.jpg", "img10.jpg"])
            run.grid.reveal(1)
            #expect(run.activate("sort", "date"))
            #expect(await until { run.listed == ["img10.jpg", "img2.jpg", "below/x.jpg"] })
            run.grid.reveal(0)
            #expect(await until { run.focusedName == "img10.jpg" })
            #expect(run.activate("sort-reversed"))
            #expect(await until { run.listed == ["below/x.jpg", "img2.jpg", "img10.jpg"] })
            #expect(await until { run.focusedName == "img10.jpg" })
            let other = try TestFolder(["a.jpg", "b.jpg"])
            #expect(await run.show(other))
            #expect(run.listed == ["b.jpg", "a.jpg"])
            run.close()
        }

        @Test @GTKActor func `the open picture and a search stay when the order changes`()
            async throws
        {
            let folder = try TestFolder(["a3.jpg", "b.jpg", "a1.jpg", "a2.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.window.search.search("a")
            #expect(await until { run.listed == ["a1.jpg", "a2.jpg", "a3.jpg"] })
            run.window.open(0)
            #expect(await run.isOpen())
            #expect(run.activate("sort", "size"))
            #expect(await until { run.listed == ["a3.jpg", "a1.jpg", "a2.jpg"] })
            #expect(await until { run.window.openPosition == 1 })
            #expect(run.window.header.texts.title == "a1.jpg")
            run.activate("next")
            #expect(run.window.header.texts.title == "a2.jpg")
            run.close()
        }
    }
}
