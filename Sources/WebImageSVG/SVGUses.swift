#if SVG
    /// The sizes that `use` elements state for their targets (SVG 2, section 5.5).
    struct SVGUses {
        /// A width and height in user units.
        struct Size: Equatable {
            let width: Double
            let height: Double
        }

        /// The size of each target; nil if its uses differ, or one states none.
        private var sizes: [String: Size?] = [:]
        /// The targets in `defs`, which are drawn only where they are used.
        private var hidden: Set<String> = []

        /// Creates an empty list.
        init() {}

        /// Reads the uses in a text.
        init(_ bytes: [UInt8]) {
            var (place, depth) = (0, 0)
            while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
                place = start
                if let end = bytes.endOfHiddenText(at: start) {
                    place = end
                    continue
                }
                if Self.closesDefs(bytes, at: start) { depth -= 1 }
                guard let tag = SVGTag(bytes, at: &place) else { continue }
                let local = tag.name.split(separator: ":").last ?? ""
                if local == "defs", !tag.isEmpty(in: bytes) { depth += 1 }
                if local == "use" { add(tag, bytes) }
                if local == "svg", depth > 0, let id = tag.attribute("id") {
                    hidden.insert(String(decoding: bytes[id.value], as: UTF8.self))
                }
            }
        }

        /// Returns `true` for the closing tag of `defs`, with any prefix.
        private static func closesDefs(_ bytes: [UInt8], at start: Int) -> Bool {
            guard bytes.has("</", at: start) else { return false }
            let name = bytes[(start + 2)...].prefix { byte in
                byte > UInt8(ascii: " ") && byte != UInt8(ascii: ">")
            }
            let local = name.split(separator: UInt8(ascii: ":")).last ?? []
            return local.elementsEqual("defs".utf8)
        }

        /// Returns the size that all uses of an element state; nil if there is none.
        ///
        /// - Parameter isHidden: `true` if the element must not be drawn by itself.
        func size(of id: String, _ isHidden: Bool) -> Size? {
            guard !isHidden || hidden.contains(id) else { return nil }
            return sizes[id] ?? nil
        }

        private mutating func add(_ tag: SVGTag, _ bytes: [UInt8]) {
            func text(_ name: String) -> String? {
                tag.attribute(name).map { String(decoding: bytes[$0.value], as: UTF8.self) }
            }
            guard let target = text("href") ?? text("xlink:href"), target.hasPrefix("#") else {
                return
            }
            let id = String(target.dropFirst())
            var size: Size?
            if let width = Self.length(text("width")), let height = Self.length(text("height")) {
                size = Size(width: width, height: height)
            }
            let known = sizes.updateValue(size, forKey: id)
            if let known, known != size { sizes.updateValue(nil, forKey: id) }
        }

        private static func length(_ text: String?) -> Double? {
            guard let text else { return nil }
            let number = text.hasSuffix("px") ? Double(text.dropLast(2)) : Double(text)
            return number.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
        }
    }
#endif
