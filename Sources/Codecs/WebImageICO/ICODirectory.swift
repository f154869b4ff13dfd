import WebImageCoding
import WebImagePixels

/// The pictures in an icon or cursor file.
struct ICODirectory {
    struct Entry {
        /// The upright size in the picture's own header.
        let size: PixelSize
        let bitsPerPixel: Int
        /// The offset of its bytes; the length in the directory is often wrong, and not needed.
        let offset: Int
        let isPNG: Bool
    }

    /// Entries with a readable header; never empty.
    let entries: [Entry]

    /// Reads the directory and the header of each picture; invalid entries are left out.
    ///
    /// - Throws: `CodecError.damaged` if no entry is left.
    init(_ bytes: RawSpan) throws(CodecError) {
        guard bytes.has([0, 0, 1, 0]) || bytes.has([0, 0, 2, 0]),
            let count = bytes.u16(at: 4, .little)
        else { throw .damaged(.ico, "the signature is missing") }
        var entries: [Entry] = []
        var problem = CodecError.damaged(.ico, "none of \(count) entries points to an image")
        // A directory with more entries is an attack on running time; Windows writes a dozen.
        for index in 0..<min(Int(count), 256) {
            do throws(CodecError) {
                if let entry = try Self.entry(bytes, at: 6 + index * 16) { entries.append(entry) }
            } catch {
                problem = error
            }
        }
        guard !entries.isEmpty else { throw problem }
        self.entries = entries
    }

    private static func entry(_ bytes: RawSpan, at place: Int) throws(CodecError) -> Entry? {
        guard let offset = bytes.u32(at: place + 12, .little).map({ Int($0) }),
            offset < bytes.byteCount
        else { return nil }
        guard bytes.has(ImageFormat.pngSignature, at: offset) else {
            let bitmap = try ICOBitmap(bytes, at: offset)
            return Entry(
                size: bitmap.size, bitsPerPixel: bitmap.bitsPerPixel, offset: offset, isPNG: false)
        }
        guard let width = bytes.u32(at: offset + 16, .big),
            let height = bytes.u32(at: offset + 20, .big)
        else { throw .truncated(.ico, "the file ends inside a PNG header") }
        return Entry(
            size: PixelSize(width: Int(width), height: Int(height)),
            bitsPerPixel: pngBitsPerPixel(bytes, at: offset), offset: offset, isPNG: true)
    }

    /// Returns the bits of a pixel in a PNG header (W3C PNG, section 11.2.2); 0 if it is cut off.
    private static func pngBitsPerPixel(_ bytes: RawSpan, at offset: Int) -> Int {
        guard let depth = bytes.u8(at: offset + 24), let colors = bytes.u8(at: offset + 25) else {
            return 0
        }
        let channels =
            switch colors {
            case 2: 3
            case 4: 2
            case 6: 4
            default: 1
            }
        return Int(depth) * channels
    }

    /// Returns the smallest picture that covers `wanted` of the largest size, else the largest;
    /// of equal ones that with the most bits, then the first.
    func best(for wanted: (PixelSize) -> PixelSize = { $0 }) -> Entry {
        let ordered = entries.indices.sorted { left, right in
            let (a, b) = (entries[left], entries[right])
            return (a.size.area, b.bitsPerPixel, left) < (b.size.area, a.bitsPerPixel, right)
        }.map { entries[$0] }
        let largestArea = ordered.last?.size.area
        let largest = ordered.first { $0.size.area == largestArea } ?? entries[0]
        let target = wanted(largest.size)
        return ordered.first {
            $0.size.width >= target.width && $0.size.height >= target.height
        } ?? largest
    }
}
