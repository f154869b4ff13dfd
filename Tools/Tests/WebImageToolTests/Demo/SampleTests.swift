import Testing
import WebImage

@testable import WebImageTool
@testable import webimage_demo

struct SampleTests {
    static let box = PixelSize(width: 60, height: 45)
    static let recipes = SampleGallery.recipes(box: box)
    private static let scale = 0.06

    @Test(arguments: recipes.indices)
    func `a sample is of its format and decodes at its size`(index: Int) throws {
        let sample = try Self.recipes[index].sample(scale: Self.scale)
        let encoded = EncodedImage(ByteBlock(copying: sample.bytes))
        #expect(encoded.format == sample.format)
        let codecs = SandboxArgument.onDemand.codecs(worker: Tool.path)
        let decoder = try codecs.decoder(for: sample.format)
        let output = try encoded.bytes.withSpan {
            try decoder.decode($0, options: DecodeOptions())
        }
        #expect(output.metadata.size == sample.size)
        #expect(output.metadata.orientation.upright(output.bitmap.size) == sample.size)
    }

    @Test(arguments: recipes.indices)
    func `a sample is the same each time`(index: Int) throws {
        let recipe = Self.recipes[index]
        #expect(try recipe.sample(scale: 0.03).bytes == recipe.sample(scale: 0.03).bytes)
    }

    @Test(arguments: recipes.indices)
    func `the transforms of a sample are spelled as they are written`(index: Int) throws {
        let spelling = Self.recipes[index].transforms
        let chain = try Vocabulary.withInputs.read(chain: spelling)
        #expect(Vocabulary.write(chain: chain) == spelling)
    }

    @Test func `samples show every transform and have different names`() {
        let spellings = Self.recipes.map(\.transforms)
        for name in Vocabulary.withInputs.names {
            #expect(spellings.contains { $0.contains(name) }, "\(name) is not shown")
        }
        #expect(Set(Self.recipes.map { $0.name.prefix { $0 != "." } }).count == Self.recipes.count)
    }

    @Test func `a sample turned by its header is shown upright`() throws {
        let recipe = try #require(Self.recipes.first { $0.name == "aurora.jpg" })
        let sample = try recipe.sample(scale: 0.05)
        let metadata = try ByteBlock(copying: sample.bytes).withSpan {
            try CodecList.installed.decoder(for: .jpeg).metadata(of: $0, limits: DecodeLimits())
        }
        #expect(metadata.orientation == .right)
        #expect(metadata.size.height > metadata.size.width)
    }
}
