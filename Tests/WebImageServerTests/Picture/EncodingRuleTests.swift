#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The settings of a file.
    struct EncodingRuleTests {
        private static func plan(_ change: (inout ImagePlan) -> Void) -> ImagePlan {
            var plan = ImagePlan(source: "http://a/")
            change(&plan)
            return plan
        }

        private func rule(
            plan: ImagePlan = ImagePlan(source: "http://a/"),
            _ settings: (inout EncodingSettings) -> Void = { _ in }
        ) -> FileRule {
            var encoding = EncodingSettings()
            encoding.formatQualities = [.webp: 70]
            settings(&encoding)
            return FileRule(plan, accept: nil, encoding, encodable: [])
        }

        @Test func `a quality is the address's, its format's, or the server's`() {
            let own = rule()
            #expect(own.settings(for: .webp, frames: nil).quality == 70)
            #expect(own.settings(for: .jpeg, frames: nil).quality == 80)
            let named = rule(plan: Self.plan { $0.encoding.formatQualities = [.jpeg: 60] })
            #expect(named.settings(for: .jpeg, frames: nil).quality == 60)
            #expect(named.settings(for: .webp, frames: nil).quality == 70)
            let stated = rule(
                plan: Self.plan {
                    ($0.encoding.quality, $0.encoding.formatQualities) = (5, [.jpeg: 60])
                })
            #expect(stated.settings(for: .jpeg, frames: nil).quality == 5)
            #expect(stated.settings(for: .webp, frames: nil).quality == 5)
        }

        @Test func `files are progressive and interlaced by settings of their own`() {
            let progressive = rule { $0.isProgressive = true }
            #expect(progressive.settings(for: .jpeg, frames: nil).isProgressive)
            #expect(!progressive.settings(for: .png, frames: nil).isProgressive)
            let interlaced = rule { $0.isInterlaced = true }
            #expect(!interlaced.settings(for: .jpeg, frames: nil).isProgressive)
            #expect(interlaced.settings(for: .png, frames: nil).isProgressive)
            #expect(!interlaced.settings(for: .gif, frames: nil).isProgressive)
        }

        @Test(
            arguments: [
                (nil, nil, nil, true, true, .copyright), (nil, nil, nil, true, false, .drop),
                (nil, nil, nil, false, false, .keep), (false, nil, nil, true, true, .keep),
                (false, true, nil, true, true, .dropLocation),
                (false, false, nil, true, true, .keep), (true, nil, true, false, false, .copyright),
                (true, true, false, false, true, .drop),
            ] as [(Bool?, Bool?, Bool?, Bool, Bool, MetadataPolicy)])
        func `metadata stays by the address, else by the server`(
            strips: Bool?, drops: Bool?, keeps: Bool?, stripsAll: Bool, keepsNames: Bool,
            expected: MetadataPolicy
        ) {
            let rule = rule(
                plan: Self.plan {
                    $0.encoding.stripsMetadata = strips
                    $0.encoding.dropsLocation = drops
                    $0.encoding.keepsCopyright = keeps
                }
            ) { ($0.stripsMetadata, $0.keepsCopyright) = (stripsAll, keepsNames) }
            #expect(rule.settings(for: .jpeg, frames: nil).metadata == expected)
        }

        @Test func `colours stay by the address, else by the server`() {
            #expect(!rule().keepsProfile)
            #expect(rule { $0.stripsProfile = false }.keepsProfile)
            #expect(rule(plan: Self.plan { $0.encoding.stripsProfile = false }).keepsProfile)
            let plan = Self.plan { $0.encoding.stripsProfile = true }
            let stripped = rule(plan: plan) {
                $0.stripsProfile = false
            }
            #expect(!stripped.keepsProfile)
        }

        @Test func `a file has the bounds of its format`() {
            let rule = rule(plan: Self.plan { $0.encoding.maxByteCount = 9 }) {
                ($0.mostPNGColors, $0.efforts) = (16, [.avif: 3])
            }
            let jpeg = rule.settings(for: .jpeg, frames: 4)
            #expect(jpeg.maxByteCount == 9 && jpeg.maxSize == nil && jpeg.maxColorCount == nil)
            #expect(jpeg.animation.maxFrameCount == 4 && jpeg.fitsBytesByQualityOnly)
            #expect(jpeg.effort == nil)
            let png = rule.settings(for: .png, frames: nil)
            #expect(png.maxByteCount == nil && png.maxColorCount == 16)
            let avif = rule.settings(for: .avif, frames: nil)
            #expect(avif.effort == 3 && avif.maxSize == PixelSize(width: 16_384, height: 16_384))
            let icon = rule.settings(for: .ico, frames: nil)
            #expect(icon.maxSize == PixelSize(width: 256, height: 256))
        }

        @Test func `the colour behind a picture is that of formats without alpha`() {
            let rule = rule(
                plan: Self.plan { $0.background = RGBAColor(red: 1, green: 2, blue: 3) })
            #expect(rule.settings(for: .jpeg, frames: nil).matte == SIMD3(3, 2, 1))
        }

        @Test func `all that a file depends on is in its spelling`() {
            let spellings = [
                rule(), rule(plan: Self.plan { $0.encoding.quality = 5 }),
                rule(plan: Self.plan { $0.encoding.formatQualities = [.jpeg: 60] }),
                rule(plan: Self.plan { $0.encoding.maxByteCount = 9 }),
                rule(plan: Self.plan { $0.encoding.stripsMetadata = false }),
                rule(plan: Self.plan { $0.background = RGBAColor(red: 1, green: 2, blue: 3) }),
                rule { $0.quality = 9 }, rule { $0.formatQualities = [:] },
                rule { $0.isProgressive = true }, rule { $0.isInterlaced = true },
                rule { $0.mostPNGColors = 9 }, rule { $0.efforts = [.avif: 3] },
            ].map(\.spelling)
            #expect(Set(spellings).count == spellings.count)
        }
    }
#endif
