#if HEIF
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF

    /// Streams that contain a hash of their picture.
    struct HEIFHashTests {
        /// Returns the offset of the hash in a file, after its kind.
        private func place(in bytes: [UInt8]) throws -> Int {
            // A message after the picture, of kind 132.
            let message: [UInt8] = [0x50, 1, 132]
            return try #require(bytes.indices.first { bytes[$0...].starts(with: message) }) + 5
        }

        @Test func `a picture that is not the one of its hash is an error`() throws {
            var bytes = Array(try #require(Data(base64Encoded: digest)))
            try decode(ByteBlock(copying: bytes))
            bytes[try place(in: bytes)] ^= 1
            #expect { try decode(ByteBlock(copying: bytes)) } throws: { isDamage($0) }
        }

        @Test func `a sum that the decoder computes in another way is not looked at`() throws {
            let bytes = Array(try #require(Data(base64Encoded: sum)))
            #expect(bytes[try place(in: bytes) - 1] == 1)
            try decode(ByteBlock(copying: bytes))
        }
    }

    /// A picture of 16 × 16 pixels with its MD5.
    private let digest = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAbJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
        AAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAAEBpbG9jAQAAAERAAAIAAQAAAAAAAAHWAAIA
        AAAAAAAALAAAACwAAAA6AAIAAQAAAAAAAAABAAAAAAAAAAgAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAQABAABo
        dmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9
        +PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6W6S
        5sCAAAADAIAAAAMAhCIAAQAGRAHAcYMSAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAQAAAAEAAA
        ABBwaXhpAAAAAAMICAgAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAAAAAAAA5kaW1nAAIAAQAB
        AAAAbm1kYXQAAAAoKAGsEkhZkHAuAxbXQHvNf0/tNB4WmhWRlpQogHdczZNAgFOlgIjI4QAAADZQAYQxALK0DfCD
        jUPQuiDBWoOJKt9UrFjMHicRoaPYi84VuxUtbgykPrFLXDxw0J8yHybRIYA=
        """.split(separator: "\n").joined()

    /// A picture of 16 × 16 pixels with its CRC.
    private let sum = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAbJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA
        AAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAAEBpbG9jAQAAAERAAAIAAQAAAAAAAAHWAAIA
        AAAAAAAAPAAAADwAAAAQAAIAAQAAAAAAAAABAAAAAAAAAAgAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAQABAABo
        dmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9
        +PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6q6a
        5sCAAAADAIAAAAMAhCIAAQAGRAHBc8GJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAQAAAAEAAA
        ABBwaXhpAAAAAAMICAgAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAAAAAAAA5kaW1nAAIAAQAB
        AAAAVG1kYXQAAAA4KAGvBJIWryT5WIyFZeszTnJJwZ+rx2lu7AuVcpmwy2VGJ/D9/ndh54NoJR20RMy9fLvIyCcS
        /cAAAAAMUAGEBwFnMdZ5QtuA
        """.split(separator: "\n").joined()
#endif
