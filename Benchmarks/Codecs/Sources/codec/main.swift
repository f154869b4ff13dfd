import Foundation
import WebImage
import WebImageTesting

// codec FILE COUNT       decodes the first frame of a file COUNT times with its codec alone, without
//                        colour conversion and orientation
// codec inputs FOLDER    writes a photograph in every format that can be written, FORMAT.FORMAT
//
// Benchmarks/codecs compares it with the floor programs.

let words = CommandLine.arguments.dropFirst()
if words.count == 2, words.first == "inputs", let folder = words.last {
    try writeInputs(to: folder)
} else if words.count == 2, let path = words.first, let count = words.last.flatMap({ Int($0) }) {
    try decode(path, count: count)
} else {
    FileHandle.standardError.write(Data("usage: codec FILE COUNT | inputs FOLDER\n".utf8))
    exit(64)
}

func decode(_ path: String, count: Int) throws {
    let image = EncodedImage(
        ByteBlock(copying: try Data(contentsOf: URL(fileURLWithPath: path))))
    guard let format = image.format else { throw CodecError.unrecognized(path) }
    let decoder = try CodecList.installed.decoder(for: format)
    for _ in 0..<count {
        let output = try image.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: DecodeOptions())
        }
        precondition(!output.bitmap.size.isEmpty, "A decoded picture has pixels.")
    }
}

func writeInputs(to folder: String) throws {
    let photograph = Scene.photograph(size: PixelSize(width: 1000, height: 750))
    for encoder in CodecList.installed.encoders {
        let bytes = try encoder.encode(photograph, settings: EncodeSettings(effort: 3))
        let path = "\(folder)/\(encoder.format).\(encoder.format)"
        try bytes.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    }
    let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="750"><rect width="1000" \
        height="750" fill="#356"/><circle cx="500" cy="375" r="300" fill="#fc6"/></svg>
        """
    try Data(drawing.utf8).write(to: URL(fileURLWithPath: "\(folder)/svg.svg"))
}
