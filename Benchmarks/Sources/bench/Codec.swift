import Glibc
import WebImage
import WebImageTesting

// codec FILE COUNT       decodes the first frame of a file COUNT times with its codec alone, without
//                        colour conversion and orientation
// codec inputs FOLDER    writes a photograph in every format that can be encoded, FORMAT.FORMAT
//
// Benchmarks/codecs compares it with the floor programs; `Work` lists the other operations.

let words = CommandLine.arguments.dropFirst()
if words.count == 2, words.first == "inputs", let folder = words.last {
    try writeInputs(to: folder)
} else if let work = try Work(Array(words)) {
    let bytes = try await work.run()
    if words.count > 4, let path = words.last { bytes.withUnsafeBytes { write($0, to: path) } }
} else if words.count == 2, let path = words.first, let count = words.last.flatMap({ Int($0) }) {
    try decode(path, count: count)
} else {
    print("usage: codec FILE COUNT | inputs FOLDER")
    exit(64)
}

func decode(_ path: String, count: Int) throws {
    let image = EncodedImage(try read(path))
    guard let format = image.format else { throw CodecError.unrecognized(path) }
    let decoder = try CodecList.measured.decoder(for: format)
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
        bytes.withUnsafeBytes { write($0, to: path) }
    }
    let circles = (0..<500).map { index in
        "<circle cx='\(index * 37 % 1000)' cy='\(index * 53 % 750)' r='\(10 + index % 40)' "
            + "fill='hsl(\(index % 360),60%,50%)' fill-opacity='0.7'/>"
    }
    let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='750'>"
        + circles.joined() + "</svg>"
    Array(drawing.utf8).withUnsafeBytes { write($0, to: "\(folder)/svg.svg") }
}

// Without Foundation, whose data tables would count as memory of the codec.

func read(_ path: String) throws -> ByteBlock {
    guard let file = fopen(path, "rb") else { throw CodecError.unrecognized(path) }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return ByteBlock(copying: bytes[..<count])
}

func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(bytes.baseAddress, 1, bytes.count, file)
    fclose(file)
}
