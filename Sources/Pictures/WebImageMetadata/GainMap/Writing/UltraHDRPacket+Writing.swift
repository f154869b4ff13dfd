import WebImagePixels

extension UltraHDRPacket {
    /// Returns the packet of a gain map with its numbers.
    static func bytes(of map: GainMap) -> [UInt8] {
        let alternate = map.alternateHeadroom ?? 0
        let isInverse = map.baseHeadroom > alternate
        let channels = map.channels
        let (base, other) = (channels.map(\.baseOffset), channels.map(\.alternateOffset))
        let lists = [
            ("GainMapMin", channels.map(\.minimum)), ("GainMapMax", channels.map(\.maximum)),
            ("Gamma", channels.map(\.gamma)), ("OffsetSDR", isInverse ? other : base),
            ("OffsetHDR", isInverse ? base : other),
            ("HDRCapacityMin", [min(map.baseHeadroom, alternate)]),
            ("HDRCapacityMax", [max(map.baseHeadroom, alternate)]),
        ]
        var (attributes, elements) = ("", "")
        for (name, numbers) in lists {
            if Set(numbers).count == 1 {
                attributes += " hdrgm:\(name)=\"\(numbers[0])\""
            } else {
                let list = numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined()
                elements += "<hdrgm:\(name)><rdf:Seq>\(list)</rdf:Seq></hdrgm:\(name)>"
            }
        }
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
            rdf:about="" xmlns:hdrgm="\(namespace)" hdrgm:Version="1.0"\(attributes) \
            hdrgm:BaseRenditionIsHDR="\(isInverse ? "True" : "False")">\(elements)\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }
}
