/// Certificates over one key, valid from 2020 to 2120 unless said otherwise.
///
/// Those of servers are for pictures.example, localhost and 127.0.0.1.
public enum TestCertificates {
    /// The authority, which has a key of its own.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBajCCARCgAwIBAgIUCwOoFrXaffS3gLkF7THUCj4tCQowCgYIKoZIzj0EAwIw
        EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAw
        MDAwMFowEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABNgwGoAwpMMZLOtEKzQYSXl6h9wu/bP44Ev7/sAY1sQ0yyg7Itx7sK3XhVyc
        Os8JfrA76S9xLjnGSAWcXJzSzr6jQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0P
        AQH/BAQDAgIEMB0GA1UdDgQWBBQCcxZNwPY0syqkyx04rJ5n1o+vRzAKBggqhkjO
        PQQDAgNIADBFAiBez7EdwEEf9bFuFmnmUq6qIYVPsDEvmHmNc6qjFsP8ZAIhANuZ
        gSWQ0i95m1DHJ0h71px3qW4zzDXLI0dq414zqDXX
        -----END CERTIFICATE-----
        """

    /// A server's, issued by the authority.
    public static let issued = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT2gAwIBAgIUBQg9q5kQrM+Dm6fek/Ob1uiyDNYwCgYIKoZIzj0EAwIw
        EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAw
        MDAwMFowETEPMA0GA1UEAwwGaXNzdWVkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
        QgAEGGeJT8vzPlRa1pnYIDMAgLm6ZRD7BRoi8m7CaSA4spTByqdJPWIcgU/4I88X
        +uccYcYbSm0FCTvxJKvDrNfkXqNwMG4wLAYDVR0RBCUwI4IQcGljdHVyZXMuZXhh
        bXBsZYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBTnNj/bLYb4Vgyg74baDA2a
        Q85t3jAfBgNVHSMEGDAWgBQCcxZNwPY0syqkyx04rJ5n1o+vRzAKBggqhkjOPQQD
        AgNJADBGAiEA6XDsLM2HMK1Qj2pz3LwCmX7XwKYapjl96Y+rVxQDW1UCIQDYnWq8
        0uxkj+Rb3JEy6iUBp4MzAMSD944viFmvxWDasA==
        -----END CERTIFICATE-----
        """

    /// A server's, issued by the authority; expired on 2021-03-31.
    public static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBljCCATygAwIBAgIUYrDJvRwh6z/qaMr5domhAo3QgtMwCgYIKoZIzj0EAwIw
        EjEQMA4GA1UEAwwHVGVzdCBDQTAeFw0yMDAxMDEwMDAwMDBaFw0yMTAzMzExMjAw
        MDBaMBIxEDAOBgNVBAMMB2V4cGlyZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AAQYZ4lPy/M+VFrWmdggMwCAubplEPsFGiLybsJpIDiylMHKp0k9YhyBT/gjzxf6
        5xxhxhtKbQUJO/Ekq8Os1+Reo3AwbjAsBgNVHREEJTAjghBwaWN0dXJlcy5leGFt
        cGxlgglsb2NhbGhvc3SHBH8AAAEwHQYDVR0OBBYEFOc2P9sthvhWDKDvhtoMDZpD
        zm3eMB8GA1UdIwQYMBaAFAJzFk3A9jSzKqTLHTisnmfWj69HMAoGCCqGSM49BAMC
        A0gAMEUCIQCfTuJC7MRpLFaAZc5OrAQ15Cxvf2o5hgWAb10yr/uXoAIgQ5dl4GAp
        OYVeD1SB8apq6PFRG4Nn9XWLvri+SQCWIQQ=
        -----END CERTIFICATE-----
        """

    /// A client's, issued by the authority.
    public static let client = """
        -----BEGIN CERTIFICATE-----
        MIIBfjCCASSgAwIBAgIUD/6ZUVdiZBL5wfH1vi934gRjU7QwCgYIKoZIzj0EAwIw
        EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAw
        MDAwMFowETEPMA0GA1UEAwwGY2xpZW50MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
        QgAEGGeJT8vzPlRa1pnYIDMAgLm6ZRD7BRoi8m7CaSA4spTByqdJPWIcgU/4I88X
        +uccYcYbSm0FCTvxJKvDrNfkXqNXMFUwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYD
        VR0OBBYEFOc2P9sthvhWDKDvhtoMDZpDzm3eMB8GA1UdIwQYMBaAFAJzFk3A9jSz
        KqTLHTisnmfWj69HMAoGCCqGSM49BAMCA0gAMEUCIApZBNUbZyVrubhcgWZsKZ1Q
        sg7XVzIFbsx0tK3HvpXHAiEA6OrRJzkpioJwHG0aiTlmkKZyWSedB8NvtD9eHPiJ
        HyI=
        -----END CERTIFICATE-----
        """

    /// The key of all but the authority, which nothing but the tests trusts.
    public static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+ZtenwdQys/BtyIa
        yp9nNJ1jnb8aStGsl91hdlcJxQOhRANCAAQYZ4lPy/M+VFrWmdggMwCAubplEPsF
        GiLybsJpIDiylMHKp0k9YhyBT/gjzxf65xxhxhtKbQUJO/Ekq8Os1+Re
        -----END PRIVATE KEY-----
        """

    /// The key, encrypted with the password `secret` (`openssl pkcs8 -topk8 -v2 aes-256-cbc`).
    public static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgzsg+TtTTxkAICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKP9737u6+Y2dY8MEuEVISQEgZD4
        GZcm46lDxAhEKs09tlg+schl0vm2wWI/bV8y0KBlOCpG4O9AOjuAztW9XYTJinwr
        X+q3pZK+0Id0ZVko7Yhbin2mFD0UnqFxzvl7lKcuU3WjPB7dJPaUyUoCf74ICeqK
        9/lrwAVZ7rrLOQfY3sH4GMSJWHiKjrmoM391nrqPX07AWU3V5c0Vwv8znQNWh5I=
        -----END ENCRYPTED PRIVATE KEY-----
        """
}
