#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import WebImage

    /// AVIF and HEIC by the library's encoders, lossless, whose `nclx` is changed afterwards.
    enum MediaFile {
        /// Returns the levels of planes: luma, and chroma around the middle.
        static func levels(_ planes: SIMD3<Double>, matrix: Int, isFull: Bool) -> [Int] {
            (0..<3).map { index in
                let range = range(index == 0 || matrix == 0, isFull: isFull)
                let level = (planes[index] * range.scale + range.offset).rounded()
                return min(max(Int(level), 0), 255)
            }
        }

        /// Returns the planes of levels.
        static func planes(_ levels: [Int], matrix: Int, isFull: Bool) -> SIMD3<Double> {
            var result = SIMD3<Double>()
            for index in 0..<3 {
                let range = range(index == 0 || matrix == 0, isFull: isFull)
                result[index] = (Double(levels[index]) - range.offset) / range.scale
            }
            return result
        }

        private static func range(_ isLuma: Bool, isFull: Bool) -> (scale: Double, offset: Double) {
            switch (isLuma, isFull) {
            case (true, true): (255, 0)
            case (false, true): (255, 128)
            case (true, false): (219, 16)
            case (false, false): (224, 128)
            }
        }

        /// Returns a file whose planes have these levels: a lossless one stores green, blue and
        /// red.
        static func bytes(
            _ format: ImageFormat, _ levels: [Int], _ alpha: Double, _ numbers: [Int], isFull: Bool
        ) throws -> [UInt8] {
            let color = SIMD3(Double(levels[2]), Double(levels[0]), Double(levels[1])) / 255
            let encoder = try CodecList.installed.encoder(for: format)
            let settings = EncodeSettings(isLossless: true)
            let file = try encoder.encode(bitmap(color, alpha), settings: settings)
            return stating(numbers, isFull: isFull, in: file.withUnsafeBytes { Array($0) })
        }

        /// Returns a file in which every `nclx` has these numbers; libheif's get one.
        static func stating(_ numbers: [Int], isFull: Bool, in file: [UInt8]) -> [UInt8] {
            var (bytes, count) = (file, 0)
            let numbers = numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            let content = Array("colrnclx".utf8) + numbers + [isFull ? 0x80 : 0]
            for at in 0..<max(bytes.count - 16, 0) where bytes[at..<at + 8] == content[..<8] {
                bytes.replaceSubrange(at..<at + 15, with: content)
                count += 1
            }
            if count == 0 { bytes.addProperty([0, 0, 0, UInt8(content.count + 4)] + content) }
            return bytes
        }

        /// Returns 48 × 32 pixels of one colour.
        static func bitmap(_ color: SIMD3<Double>, _ alpha: Double) -> Bitmap {
            let size = PixelSize(width: 48, height: 32)
            let levels = [color.z, color.y, color.x].map { UInt8(($0 * alpha * 255).rounded()) }
            var result = Bitmap(size: size, isOpaque: alpha == 1)
            result.fill(
                PixelRect(x: 0, y: 0, size: size),
                with: SIMD4(levels[0], levels[1], levels[2], UInt8((alpha * 255).rounded())))
            return result
        }
    }

    extension [UInt8] {
        /// Adds a property to all items of a HEIC file as libheif writes it: ids of 2 bytes in
        /// `ipma`, and offsets of 4 bytes in `iloc`, which stand in the base of each item.
        fileprivate mutating func addProperty(_ box: [UInt8]) {
            let (container, map, items) = (place(of: "ipco"), place(of: "ipma"), place(of: "iloc"))
            let isNew = self[items + 4] == 1
            var at = items + 12
            let growth = box.count + number(at: map + 8)
            for _ in 0..<Int(self[items + 11]) {
                // Items inside of `idat` (1) have other offsets.
                if !isNew || self[at + 3] == 0 { add(growth, at: at + (isNew ? 6 : 4)) }
                at += isNew ? 20 : 18
            }
            var (index, end) = (UInt8(1), container + 4)
            while end < container - 4 + number(at: container - 4) {
                end += number(at: end)
                index += 1
            }
            at = map + 12
            for _ in 0..<number(at: map + 8) {
                self[at + 2] += 1
                at += 3 + Int(self[at + 2])
                insert(index, at: at - 1)
            }
            add(growth - box.count, at: map - 4)
            insert(contentsOf: box, at: end)
            add(box.count, at: container - 4)
            for name in ["iprp", "meta"] { add(growth, at: place(of: name) - 4) }
        }

        /// Returns the offset of the name of the first box of a type.
        private func place(of type: String) -> Int {
            let name = Array(type.utf8)
            return indices.dropLast(3).first { self[$0..<$0 + 4].elementsEqual(name) } ?? 0
        }

        private func number(at place: Int) -> Int {
            self[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }

        private mutating func add(_ distance: Int, at place: Int) {
            let sum = number(at: place) + distance
            for index in 0..<4 {
                self[place + index] = UInt8(truncatingIfNeeded: sum >> (24 - index * 8))
            }
        }
    }
#endif
