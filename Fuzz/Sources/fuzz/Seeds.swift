import Foundation
import WebImage

@testable import WebImageColorimetry
@testable import WebImagePipeline
@testable import WebImagePixels

/// The first inputs of targets that the corpus has no small files for: profiles, and files of
/// light.
enum Seeds {
    /// Writes the inputs of a target to a folder.
    static func write(of name: String, to folder: URL) throws {
        if name == "profile" { return try writeProfiles(to: folder) }
        guard let light = light else { return }
        for (number, form) in FileForm.all.enumerated()
        where name == form.format.rawValue || name == "gainmap" && form.hasMap {
            let file = form.file(of: light)
            try file?.withUnsafeBytes {
                try Data($0).write(to: folder.appending(path: "light-\(number)"))
            }
        }
    }

    /// A small picture of light up to 1000 cd/m², with alpha.
    private static var light: DecodedImage? {
        let samples = Bitmap(size: PixelSize(width: 17, height: 9), isOpaque: false) { x, y in
            SIMD4(Double(x) / 20, Double(y) / 12, 0.4, Double(20 - x) / 20)
        }
        let pq = ColorCodePoints(primaries: .bt2020, transfer: .pq)
        let decoding = LightConversion.decoding(.codePoints(pq), peak: 1000)
        return decoding.map { DecodedImage(poster: $0.light(of: samples.converted(to: .rgba16))) }
    }

    private static func writeProfiles(to folder: URL) throws {
        let transfers: [TransferFunction] = [.sRGB, .linear, .gamma22, .pq]
        for transfer in transfers {
            for primaries in [ColorPrimaries.p3, .xyz] {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                try points.profile?.withUnsafeBytes {
                    try Data($0).write(to: folder.appending(path: points.name))
                }
            }
        }
    }
}
