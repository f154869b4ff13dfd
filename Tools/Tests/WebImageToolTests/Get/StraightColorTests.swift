import Foundation
import Testing
import WebImage

/// Colours of translucent pixels, which `--lossless` rounds and `compare` sees.
struct StraightColorTests {
    /// Returns a BMP file with alpha (BITMAPV4HEADER), whose pixels are blue, green, red, alpha,
    /// bottom row first.
    private func bmp(_ width: Int, _ pixels: [[UInt8]]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
        let height = pixels.count / width
        var file = Array("BM".utf8) + number(122 + pixels.count * 4) + number(0) + number(122)
        file += number(108) + number(width) + number(height) + [1, 0, 32, 0] + number(3)
        file += number(pixels.count * 4) + number(2835) + number(2835) + number(0) + number(0)
        for mask in [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000] { file += number(mask) }
        file += Array("BGRs".utf8) + [UInt8](repeating: 0, count: 48)
        return file + pixels.flatMap(\.self)
    }

    private func translucent(_ red: UInt8) -> [UInt8] {
        bmp(2, [[10, 200, red, 1], [10, 200, 90, 255], [0, 0, red, 0], [80, 80, 80, 128]])
    }

    @Test func `colours that are not seen differ without a tolerance`() async throws {
        let folder = try Folder()
        let a = try folder.write(translucent(40), to: "a.bmp")
        let b = try folder.write(translucent(100), to: "b.bmp")
        let outcome = try await Tool().run("compare", a, b, "--json")
        #expect(outcome.status == 1, "\(outcome.text)\(outcome.errors)")
        let line = try #require(try outcome.json().first)
        #expect(line.number("max_difference") == 0)
        #expect(line.number("max_color_difference") == 60)
        #expect(line.number("differing_colors") == 1)
        #expect(line.flag("equal") == false)
        let text = try await Tool().run("compare", a, b)
        #expect(text.text.contains("1 translucent pixels differ by at most 60"), "\(text.text)")
        #expect(try await Tool().run("compare", a, b, "--tolerance", "1").status == 0)
        #expect(try await Tool().run("compare", a, a).text == "equal: 2x2\n")
    }

    @Test func `colours of standard input count as well`() async throws {
        let folder = try Folder()
        let a = try folder.write(translucent(40), to: "a.bmp")
        let other = try await Tool().run("compare", "-", a, input: translucent(100))
        #expect(other.status == 1, "\(other.text)\(other.errors)")
        #expect(other.text.contains("1 translucent pixels differ by at most 60"), "\(other.text)")
        let same = try await Tool().run("compare", a, "-", input: translucent(40))
        #expect(same.text == "equal: 2x2\n", "\(same.errors)")
    }

    @Test(arguments: ["png", "webp", "tiff", "jxl", "bmp"])
    func `a lossless copy differs in these colours alone`(_ format: String) async throws {
        let folder = try Folder()
        let pixels = (0..<256).map { index in
            (0..<4).map { UInt8(truncatingIfNeeded: index * (7 + $0 * 12) + $0 * 50) }
        }
        let a = try folder.write(bmp(16, pixels), to: "a.bmp")
        let copy = folder("copy.\(format)")
        let made = try await Tool().run("get", a, "--lossless", "--size", "100%", "-o", copy)
        // A machine may lack the library of a format.
        guard made.status == 0 else {
            #expect(made.errors.contains("lib"), "\(made.errors)")
            return
        }
        let outcome = try await Tool().run("compare", a, copy)
        #expect(outcome.status == 1 && outcome.text.contains("no difference is seen"), "\(outcome)")
        let again = folder("again.\(format)")
        let other = try await Tool().run("get", copy, "--lossless", "--size", "100%", "-o", again)
        #expect(other.status == 0, "\(other.errors)")
        #expect(try await Tool().run("compare", copy, again).status == 0)
    }

    @Test func `the help of lossless tells it`() async throws {
        let help = try await Tool().run("get", "--help").text
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("colours of translucent pixels are rounded"))
    }
}
