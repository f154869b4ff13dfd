#if SVG
    /// A rewriter of newer SVG features in terms that every librsvg supports.
    ///
    /// An unknown filter primitive hides its whole element, so `feDropShadow` is replaced by the
    /// primitives that define it in the Filter Effects specification. `transform-origin` becomes
    /// two translations (CSS Transforms 1, section 4). A spot light gets its default exponent,
    /// which librsvg 2.54 reads as 0. Transforms to a line or point, at which it stops drawing in
    /// some elements, become ones to almost a point. A symbol without a view box and a document in
    /// `defs` get the size at which they are used, which librsvg 2.54 does not apply (``SVGUses``).
    /// Elements with conditions are drawn or not as in browsers (``SVGConditions``).
    struct SVGModern {
        private let bytes: [UInt8]
        /// The size of the root's view box, if any.
        private var box: (width: Double, height: Double)?
        private var isNested = false
        private var uses = SVGUses()
        private var shadowCount = 0
        /// The replacements inside of the current tag, in any order.
        private var edits: [(range: Range<Int>, text: String)] = []
        private var output: [UInt8] = []
        private var copied = 0

        private static let words: [StaticString] = [
            "feDropShadow", "transform-origin", "feSpotLight",
        ]

        /// The elements at whose flat transform librsvg stops drawing.
        private static let stopping: [StaticString] = ["clipPath", "mask", "use"]

        /// Returns the rewritten text; unchanged if it has no newer features.
        static func rewritten(_ bytes: [UInt8]) -> [UInt8] {
            let all = words + stopping + SVGConditions.words
            guard all.contains(where: { bytes.place(of: $0, from: 0) != nil }) else {
                return bytes
            }
            var modern = SVGModern(bytes)
            modern.uses = SVGUses(bytes)
            modern.run()
            return modern.output
        }

        private init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        private mutating func run() {
            var place = 0
            while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
                place = start
                if let end = bytes.endOfHiddenText(at: start) {
                    place = end
                } else if let tag = SVGTag(bytes, at: &place) {
                    rewrite(tag)
                    applyEdits()
                }
            }
            output += bytes[copied...]
        }

        private mutating func rewrite(_ tag: SVGTag) {
            let local = tag.name.split(separator: ":").last ?? ""
            if local == "svg" {
                isNested = box != nil
                box = box ?? viewBox(of: tag)
            }
            if local == "feDropShadow", tag.isEmpty(in: bytes) {
                replace(tag.range, by: shadow(tag))
            } else {
                rewriteConditions(of: tag, local)
                if local == "feSpotLight", tag.attribute("specularExponent") == nil {
                    let end = tag.range.lowerBound + 1 + tag.name.utf8.count
                    replace(end..<end, by: #" specularExponent="1""#)
                }
                if rewriteSize(of: tag, local) { return }
                if Self.stopping.contains(where: { "\($0)" == local }), flatten(tag) { return }
                rewriteOrigin(of: tag)
            }
        }

        /// Removes conditions that are met, and makes others such that librsvg draws nothing.
        ///
        /// Every librsvg passes over an element with an extension inside of `switch`, and only there; a
        /// style hides it elsewhere. An element that is drawn only through references has no such style.
        private mutating func rewriteConditions(of tag: SVGTag, _ local: Substring) {
            let languages = tag.attribute("systemLanguage")
            let extensions = tag.attribute("requiredExtensions")
            let conditions = SVGConditions(
                languages: languages.map { text($0) }, hasExtensions: extensions != nil)
            guard conditions.isConditional else { return }
            if let languages { replace(languages.range, by: "") }
            if conditions.isMet { return }
            let end = tag.range.lowerBound + 1 + tag.name.utf8.count
            replace(extensions?.range ?? end..<end, by: #" requiredExtensions="none""#)
            if SVGElement.isReferredOnly(local.lowercased()) { return }
            let hidden = "display:none!important"
            if let style = tag.attribute("style") {
                replace(style.value.upperBound..<style.value.upperBound, by: ";" + hidden)
            } else {
                replace(end..<end, by: #" style="\#(hidden)""#)
            }
        }

        /// Gives a symbol or nested document the size at which it is used; returns `false` if it
        /// stays as it is.
        private mutating func rewriteSize(of tag: SVGTag, _ local: Substring) -> Bool {
            guard local == "symbol" || local == "svg" && isNested,
                let id = tag.attribute("id"), let size = uses.size(of: text(id), local == "svg")
            else { return false }
            let end = tag.range.lowerBound + 1 + tag.name.utf8.count
            if local == "symbol" {
                guard tag.attribute("viewBox") == nil else { return false }
                replace(end..<end, by: #" viewBox="0 0 \#(size.width) \#(size.height)""#)
                return true
            }
            let sides = [("width", size.width), ("height", size.height)]
            let missing = sides.filter { tag.attribute($0.0) == nil }
            replace(end..<end, by: missing.map { #" \#($0.0)="\#($0.1)""# }.joined())
            for attribute in tag.attributes {
                guard let side = sides.first(where: { $0.0 == attribute.name }) else { continue }
                replace(attribute.value, by: "\(side.1)")
            }
            return true
        }

        /// Replaces a transform to a line or point; returns `false` if there is none.
        private mutating func flatten(_ tag: SVGTag) -> Bool {
            guard let transform = tag.attribute("transform"),
                SVGTransform(SVGToken.all(in: text(transform).utf8), isAttribute: true).isFlat
            else { return false }
            replace(transform.value, by: "scale(0.000001)")
            return true
        }

        /// Translates to the origin and back around the transforms.
        private mutating func rewriteOrigin(of tag: SVGTag) {
            guard let transform = tag.attribute("transform"),
                let origin = tag.attribute("transform-origin").flatMap({ point(text($0)) })
            else { return }
            let (x, y) = origin
            let moved = "translate(\(x) \(y)) \(text(transform)) translate(\(-x) \(-y))"
            replace(transform.value, by: moved)
        }

        /// Returns the primitives of a drop shadow (Filter Effects 1, section 15.9).
        private mutating func shadow(_ tag: SVGTag) -> String {
            shadowCount += 1
            let prefix = tag.name.hasSuffix("feDropShadow") ? tag.name.dropLast(12) : ""
            func given(_ names: String...) -> String {
                names.compactMap { tag.attribute($0) }
                    .map { " \(String(decoding: bytes[$0.range], as: UTF8.self))" }.joined()
            }
            let input = "webimage-in-\(shadowCount)"
            let soft = "webimage-soft-\(shadowCount)"
            let region = given("x", "y", "width", "height", "color-interpolation-filters")
            let deviation = tag.attribute("stdDeviation") == nil ? #" stdDeviation="2""# : ""
            let dx = tag.attribute("dx") == nil ? #" dx="2""# : ""
            let dy = tag.attribute("dy") == nil ? #" dy="2""# : ""
            return """
                <\(prefix)feOffset dx="0" dy="0" result="\(input)"\(region)\(given("in"))/>\
                <\(prefix)feGaussianBlur\(given("stdDeviation"))\(deviation)\(region)/>\
                <\(prefix)feOffset result="\(soft)"\(given("dx", "dy"))\(dx)\(dy)\(region)/>\
                <\(prefix)feFlood\(given("flood-color", "flood-opacity", "style"))\(region)/>\
                <\(prefix)feComposite in2="\(soft)" operator="in"\(region)/>\
                <\(prefix)feMerge\(given("result"))\(region)><\(prefix)feMergeNode/>\
                <\(prefix)feMergeNode in="\(input)"/></\(prefix)feMerge>
                """
        }

        private mutating func replace(_ range: Range<Int>, by text: String) {
            edits.append((range, text))
        }

        private mutating func applyEdits() {
            for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
                output += bytes[copied..<edit.range.lowerBound]
                output += edit.text.utf8
                copied = edit.range.upperBound
            }
            edits.removeAll(keepingCapacity: true)
        }

        private func text(_ attribute: SVGTag.Attribute) -> String {
            String(decoding: bytes[attribute.value], as: UTF8.self)
        }

        private func viewBox(of tag: SVGTag) -> (width: Double, height: Double)? {
            let numbers =
                tag.attribute("viewBox").map { text($0) }?
                .split { " ,\t\r\n".contains($0) }.map { Double($0) } ?? []
            if numbers.count == 4, let width = numbers[2], let height = numbers[3] {
                return (width, height)
            }
            guard let width = tag.attribute("width").flatMap({ length(text($0), of: nil) }),
                let height = tag.attribute("height").flatMap({ length(text($0), of: nil) })
            else { return nil }
            return (width, height)
        }

        /// Returns the point of one or two words; nil if it cannot be determined.
        private func point(_ text: String) -> (Double, Double)? {
            var words = text.split { " \t\r\n".contains($0) }.map(String.init)
            if words.count == 1 { words.append("center") }
            guard words.count >= 2 else { return nil }
            if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
                words.swapAt(0, 1)
            }
            guard let x = length(words[0], of: box?.width),
                let y = length(words[1], of: box?.height)
            else { return nil }
            return (x, y)
        }

        /// Returns a length in user units; percentages and keywords refer to the root's view box.
        private func length(_ text: String, of side: Double?) -> Double? {
            let share: Double?
            switch text {
            case "left", "top": share = 0
            case "center": share = 50
            case "right", "bottom": share = 100
            default: share = text.hasSuffix("%") ? Double(text.dropLast()) : nil
            }
            if let share { return isNested ? nil : side.map { $0 * share / 100 } }
            let number = text.hasSuffix("px") ? Double(text.dropLast(2)) : Double(text)
            return number.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    extension [UInt8] {
        /// Returns the end of the comment or CDATA section that begins here; nil for neither.
        func endOfHiddenText(at start: Int) -> Int? {
            if has("<!--", at: start) {
                return place(of: "-->", from: start + 4).map { $0 + 3 } ?? count
            }
            if has("<![CDATA[", at: start) {
                return place(of: "]]>", from: start + 9).map { $0 + 3 } ?? count
            }
            return nil
        }

        /// Returns `true` if an ASCII text is at a position.
        func has(_ text: StaticString, at place: Int) -> Bool {
            let length = text.utf8CodeUnitCount
            guard place + length <= count else { return false }
            return text.withUTF8Buffer { text in
                text.indices.allSatisfy { self[place + $0] == text[$0] }
            }
        }

        /// Returns the first position of an ASCII text from `start`.
        func place(of text: StaticString, from start: Int) -> Int? {
            let first = text.utf8Start.pointee
            return withUnsafeBufferPointer { bytes in
                var place = start
                while place < bytes.count {
                    if bytes[place] == first, has(text, at: place) { return place }
                    place += 1
                }
                return nil
            }
        }
    }
#endif
