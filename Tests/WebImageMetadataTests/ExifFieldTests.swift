import Testing
import WebImageMetadata

/// EXIF properties by name.
struct ExifFieldTests {
    @Test(arguments: [false, true])
    func `the usual properties are told by name`(isBig: Bool) {
        let fields = ExifField.all(in: ExifBuilder.camera(isBig: isBig).bytes)
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(
            values == [
                "Make": "Maker", "Orientation": "6", "Copyright": "(c) A", "ExposureTime": "1/125",
                "FNumber": "2.8", "PhotographicSensitivity": "400",
                "DateTimeOriginal": "2024:05:06 07:08:09", "GPSLatitude": "52.51",
                "GPSLongitude": "-13.4",
            ])
    }

    @Test func `a block that is cut off anywhere gives no wrong value`() {
        let block = ExifBuilder.camera().bytes
        let whole = Set(ExifField.all(in: block))
        for count in 0..<block.count {
            let fields = ExifField.all(in: Array(block.prefix(count)))
            #expect(whole.isSuperset(of: fields.filter { !$0.name.hasPrefix("GPS") }))
        }
    }

    @Test func `bytes that are changed anywhere do no harm`() {
        let block = ExifBuilder.camera().bytes
        for index in block.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var damaged = block
                damaged[index] = value
                #expect(ExifField.all(in: damaged).count < 60)
            }
        }
    }
}
