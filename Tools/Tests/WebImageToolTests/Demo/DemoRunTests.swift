import ArgumentParser
import FoundationEssentials
import Testing
import WebImage

@testable import WebImageTool
@testable import webimage_demo

struct DemoRunTests {
    @Test func `the demo writes a contact sheet and thumbnails that decode`() async throws {
        try await DemoFolder.withTemporary { folder in
            let output = "\(folder)/not/there/yet"
            let report = try await Demo(
                folder: output, sheetWidth: 400,
                codecs: SandboxArgument.onDemand.codecs(worker: Tool.path), scale: 0.05
            ).run()
            let count = SampleGallery.recipes(box: SheetLayout.box(sheetWidth: 400)).count
            #expect(report.table.count == count + 1)
            #expect(report.files.count == count + 1)
            #expect(report.files.first == "\(output)/contact-sheet.png")
            let codecs = CodecList.installed
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: nil,
                loader: SchemeLoader(), codecs: codecs)
            for file in report.files {
                let request = ImageRequest(ImageSource.file(file))
                let image = try await pipeline.image(for: request).image
                #expect(!image.size.isEmpty)
            }
            let sheet = try await pipeline.image(
                for: ImageRequest(ImageSource.file(report.files[0])))
            #expect(sheet.image.size == ContactSheet.layout(width: 400, count: count).size)
        }
    }

    @Test func `a load that is not answered from where it has to be fails the demo`() async throws {
        let recipe = try #require(SampleTests.recipes.last)
        let sample = try recipe.sample(scale: 0.1)
        let origin = try DemoOrigin([sample])
        defer { origin.shutdown() }
        // Twice, since the second load of a pipeline may share the end of the first one's transfer.
        for _ in 1...2 {
            await #expect(throws: DemoFailure.self) {
                // Without a disk cache the second load goes to the network again.
                try await withImagePipeline(disk: nil) {
                    try await DemoLoads.run([sample], from: origin, through: $0)
                }
            }
        }
        #expect(throws: DemoFailure.self) { try origin.checkRequests([sample]) }
    }

    @Test func `a temporary folder is gone afterwards`() async throws {
        let path = try await DemoFolder.withTemporary { path in
            var folder = try DemoFolder(path)
            try folder.write([1, 2, 3], to: "deep/er/file")
            #expect(folder.written == ["\(path)/deep/er/file"])
            return path
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a folder that cannot be made is told by its path`() async throws {
        let failure = await #expect(throws: DemoFailure.self) {
            try await Demo(folder: "/dev/null/x").run()
        }
        #expect(failure?.description.contains("/dev/null/x") == true)
    }

    @Test(arguments: ["0", "399", "8001"])
    func `a width that no sheet can have is refused`(width: String) {
        #expect(throws: (any Error).self) { try DemoCommand.parse(["--width", width]) }
    }

    @Test func `flags are read`() throws {
        let command = try DemoCommand.parse(["-o", "/tmp/x", "--width", "800"])
        #expect(command.output == "/tmp/x")
        #expect(command.width == 800)
    }
}
