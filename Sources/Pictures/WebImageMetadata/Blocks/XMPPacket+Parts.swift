import WebImageBytes
import WebImagePixels

extension XMPPacket {
    /// The namespaces of properties that describe what stands behind a picture, and is not written
    /// with it: gain maps, films, depth maps, further pictures and sounds, longer packets.
    private static let namespaces: [StaticString] = [
        "http://ns.adobe.com/hdr-gain-map/", "http://ns.apple.com/HDRGainMap/",
        "http://ns.apple.com/pixeldatainfo/", "http://ns.google.com/photos/1.0/",
        "http://ns.google.com/photos/dd/", "http://ns.adobe.com/xmp/note/",
    ]

    /// Removes the properties that describe what stands behind a picture.
    ///
    /// - Returns: `false` if the packet cannot be read, so that it must go as a whole.
    mutating func removeParts() -> Bool {
        removeProperties(of: Self.namespaces)
    }

    /// Removes the properties of namespaces.
    ///
    /// - Returns: `false` if the packet has some and cannot be read.
    mutating func removeProperties(of namespaces: [StaticString]) -> Bool {
        guard namespaces.contains(where: { bytes.contains($0) }) else { return true }
        do throws(CodecError) {
            let prefixes = try prefixes(of: namespaces)
            for range in try ranges(of: prefixes).reversed() { replace(range, with: []) }
            return true
        } catch {
            return false
        }
    }

    /// Writes the sizes of the picture, where the packet states them.
    mutating func setSize(_ size: PixelSize) {
        setNumber(of: "exif:PixelXDimension", to: size.width)
        setNumber(of: "exif:PixelYDimension", to: size.height)
        setNumber(of: "tiff:ImageWidth", to: size.width)
        setNumber(of: "tiff:ImageLength", to: size.height)
    }

    /// Returns the prefixes that are declared for the namespaces.
    private func prefixes(
        of namespaces: [StaticString]
    ) throws(CodecError) -> Set<ArraySlice<UInt8>> {
        var scanner = MarkupScanner(bytes, at: 0)
        var result: Set<ArraySlice<UInt8>> = []
        while let part = try scanner.next() {
            guard case .start(let tag) = part else { continue }
            for (name, value) in tag.attributes where bytes.has("xmlns:", at: name.lowerBound) {
                if namespaces.contains(where: { bytes.has($0, at: value.lowerBound) }) {
                    result.insert(bytes[(name.lowerBound + 6)..<name.upperBound])
                }
            }
        }
        return result
    }

    /// Returns the elements and attributes of prefixes, and their declarations, in order.
    private func ranges(of prefixes: Set<ArraySlice<UInt8>>) throws(CodecError) -> [Range<Int>] {
        var scanner = MarkupScanner(bytes, at: 0)
        var (ranges, depth, first): ([Range<Int>], Int, Int) = ([], 0, 0)
        while true {
            let start = scanner.place
            guard let part = try scanner.next() else { break }
            switch part {
            case .start(let tag) where depth > 0:
                if !tag.isEmpty { depth += 1 }
            case .start(let tag) where has(prefixes, tag.name):
                if tag.isEmpty { ranges.append(start..<scanner.place) }
                (depth, first) = (tag.isEmpty ? 0 : 1, start)
            case .start(let tag):
                for (name, value) in tag.attributes
                where has(prefixes, name) || declares(prefixes, name) {
                    // The white space in front of it, which the scanner requires, and both quotes.
                    ranges.append(name.lowerBound - 1..<value.upperBound + 1)
                }
            case .end where depth > 0:
                depth -= 1
                if depth == 0 { ranges.append(first..<scanner.place) }
            case .end, .text, .section, .comment: break
            }
        }
        return ranges
    }

    /// Returns `true` for a name with one of the prefixes.
    private func has(_ prefixes: Set<ArraySlice<UInt8>>, _ name: Range<Int>) -> Bool {
        bytes[name].firstIndex(of: UInt8(ascii: ":")).map {
            prefixes.contains(bytes[name.lowerBound..<$0])
        } ?? false
    }

    /// Returns `true` for the declaration of one of the prefixes.
    private func declares(_ prefixes: Set<ArraySlice<UInt8>>, _ name: Range<Int>) -> Bool {
        bytes.has("xmlns:", at: name.lowerBound)
            && prefixes.contains(bytes[(name.lowerBound + 6)..<name.upperBound])
    }
}

extension [UInt8] {
    /// Returns `true` if an ASCII text stands anywhere.
    func contains(_ text: StaticString) -> Bool {
        // Safe because the buffer of a static string is never released.
        let first = text.withUTF8Buffer { unsafe $0[0] }
        var rest = self[...]
        while let place = rest.firstIndex(of: first) {
            if has(text, at: place) { return true }
            rest = self[(place + 1)...]
        }
        return false
    }

    /// Returns this EXIF block with a size of the picture, where it states one.
    func exif(of size: PixelSize) -> [UInt8] {
        var block = self
        for (entry, number, order) in sizeEntries(for: size) {
            block.write(number, at: entry.place, entry.type == 4, isLittle: order == .little)
        }
        return block
    }

    /// Returns the entries that state a size, with the numbers for them.
    private func sizeEntries(
        for size: PixelSize
    ) -> [(ExifDirectory.Entry, number: Int, ByteReader.Order)] {
        withView { view in
            guard let main = ExifDirectory(firstOf: view) else { return [] }
            let below = main.number(0x8769, of: view).flatMap {
                ExifDirectory(of: view, at: $0, main.order)
            }
            var result: [(ExifDirectory.Entry, number: Int, ByteReader.Order)] = []
            func add(_ tag: UInt16, of directory: ExifDirectory?, _ number: Int) {
                guard let entry = directory?[tag], entry.count == 1,
                    entry.type == 3 || entry.type == 4
                else { return }
                result.append((entry, number, main.order))
            }
            add(0xA002, of: below, size.width)
            add(0xA003, of: below, size.height)
            add(0x0100, of: main, size.width)
            add(0x0101, of: main, size.height)
            return result
        }
    }

    /// Writes a number over a SHORT or a LONG in an entry; a SHORT becomes a LONG if it is too
    /// small.
    private mutating func write(_ number: Int, at place: Int, _ isLong: Bool, isLittle: Bool) {
        let isLong = isLong || number > UInt16.max
        let count = isLong ? 4 : 2
        for index in 0..<count {
            let shift = 8 * (isLittle ? index : count - 1 - index)
            self[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
        guard isLong else { return }
        // The type stands six bytes in front of a value in its entry.
        self[place - 6] = isLittle ? 4 : 0
        self[place - 5] = isLittle ? 0 : 4
    }
}
