#if HEIF
    import Testing
    import WebImageCoding

    /// An image sequence whose pictures have two slices, by x265 and PyAV as in
    /// `HEIFSequenceFixture`.
    enum HEIFSliceFixture {
        /// Returns 4 frames of 64 × 128 at 10 a second (`slices=2:ctu=16:keyint=4:bframes=0`, CRF
        /// 20).
        ///
        /// Frame i is red 20 … 200 from left to right, green 30 … 180 from top to bottom, and blue
        /// 60 + 20 i.
        static func bytes() throws -> [UInt8] {
            try #require(Base64.decode(text.utf8))
        }

        /// Returns the offsets of the coded slices, two of each frame.
        static func slices(of bytes: [UInt8]) throws -> [Int] {
            let name = Array("mdat".utf8)
            let data = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
            func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            let end = data - 4 + number(data - 4)
            var (at, result): (Int, [Int]) = (data + 4, [])
            while at + 6 < end {
                if bytes[at + 4] >> 1 & 63 < 32 { result.append(at + 4) }
                at += 4 + number(at)
            }
            return result
        }

        private static let text = """
            AAAAHGZ0eXBtc2YxAAACAG1zZjFoZXZjaXNvOAAAAAhmcmVlAAADX21kYXQAAAChKAGvEkNzBBD1OBZjmN4ny6aP\
            XtkRMZHhZMUh7jWn9yyId8kHpbrDElm0XfEHlAEDqkGtW1qhJ8K9vlSJipscPp+wuhQ6ukLVc5mZg9ERdqrAhKqS\
            AL2UFcTBIvRVhUwkvj/etOIq+QA38LMeZIBWLjI5lQagvu44Q8oRx1Fz8S57ZrRoqsPa4YHBMFo3megKih+L4Aba\
            wGLeRzh8J4lnwQYAAACjKAEweJIb2J6A9UzUxzGvPBdPvqrIsVHnE/cUUvBmEXP+PWtUFbdUyFUBIiFF/MbeySqm\
            2IgREpvsq32K9vtSrhdiVQIahtC7PuGGhltD2qxNu4vgWMAjv4JbJmI49dnfPiBUo0gDOJsxW7WlVx08KHr3vULc\
            SdFF/b9woxlLata7bsjCdDcFloCu3wPAMs9HW6zma4CthjFU5YGvtF6invw+2AAAAFECAdAJfhDGJIWUKeay3rQ9\
            3xRV0OHs0/ovBU0PfeixGEG/v46je6GTh+o6pmcP2Kfbhk5FWb9T+zfygSplR4yDfFILgJ5Q+XnZcR9P6/cmjYQA\
            AABkAgFggEvwhjEkLO045rLetD3fFFRvcj3k3RFuapUs/Omxjr270bN6L7ouupLNlVjzfrvjBtUGgKNXLXhex0tS\
            gLxC/Tj1nw68rUhArLK/Q8P/qJ6cpBk5qNudZIHoqgfF8RWx4AAAAFUCAdAR/9RDBiSFu91mnuUPd8IF3vk1bK3g\
            ToccVHbnnY9/OkC8rtOhAr4G2jk+QBNV7j+wrlvSkaJyydJDdB3UUx/Yd8XBtYbLw2HDfYHl4/5ZEQJHAAAAVQIB\
            YICP/qIYMSQsHvjhphzA3RURp4ZtBKJgl1JTMLPLgPvtGerhkO/6a7EnCcSp3AEvdZ42wn7uLazLLE7otxN0ZhCi\
            YlpOz1+ybC4dzDM5qRH1I0gAAABDAgHQGJ/9xDAYkhXtXOGmHMEyxS7wMnL7loEEGoC/Q64ELDFA9uFPk8Bv9qba\
            J8ojQ5xJsdkafaF4ylB8lJBdM8jHwAAAAFECAWCAxP/uIYDEkLBzIOW5p4cwTIFRHwgRcn3S79fksfuA+9dBCDDt\
            xvdA4G/2qFonypNEYypwKOo0+raWijeI4GlJf3ryrLfBfiUos+VvKlAAAANobW9vdgAAAGxtdmhkAAAAAAAAAAAA\
            AAAAAAAD6AAAAZAAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAA\
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAApJ0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAAZAA\
            AAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAEAAAACAAAAAAAAkZWR0\
            cwAAABxlbHN0AAAAAAAAAAEAAAGQAAAAAAABAAAAAAIKbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAoAAAAEABV\
            xAAAAAAALWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABtW1pbmYAAAAUdm1oZAAA\
            AAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAXVzdGJsAAAA7XN0c2QAAAAA\
            AAAAAQAAAN1odmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAEAAgABIAAAASAAAAAAAAAABAAAAAAAAAAAAAAAA\
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAc2h2Y0MBAWAAAACQAAAAAAAe8AD8/fj4AAAPA6AAAQAYQAEMAf//\
            AWAAAAMAkAAAAwAAAwAekoCQoQABACdCAQEBYAAAAwCQAAADAAADAB6gIICBZZKq8rmgIAAAAwAgAAADAUGiAAEA\
            BkQBwXPRCQAAABRidHJ0AAAAAAAAQswAAAAAAAAAGHN0dHMAAAAAAAAAAQAAAAQAAAQAAAAAFHN0c3MAAAAAAAAA\
            AQAAAAEAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAQAAAABAAAAJHN0c3oAAAAAAAAAAAAAAAQAAAFMAAAAvQAAALIA\
            AACcAAAAFHN0Y28AAAAAAAAAAQAAACwAAABidWR0YQAAAFptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABtZGlyYXBw\
            bAAAAAAAAAAAAAAAAC1pbHN0AAAAJal0b28AAAAdZGF0YQAAAAEAAAAATGF2ZjYyLjEyLjEwMg==
            """
    }
#endif
