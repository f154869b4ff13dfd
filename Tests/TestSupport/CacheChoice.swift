import WebImageLoading
public import WebImagePipeline

/// The ways in which a test asks caches and origin.
public enum RequestPolicy: String, CaseIterable, Sendable {
    case normal, cachedFirst, refresh, onlyIfCached
    /// Past all caches.
    case bypass
}

/// The caches that a test reads, or writes.
public enum CacheChoice: String, CaseIterable, Sendable {
    case everywhere, memoryOnly, diskOnly, nothing

    init(memory: Bool, disk: Bool) {
        self = memory ? (disk ? .everywhere : .memoryOnly) : (disk ? .diskOnly : .nothing)
    }

    var memory: Bool { self == .everywhere || self == .memoryOnly }
    var disk: Bool { self == .everywhere || self == .diskOnly }
}

extension ImageRequest {
    /// The caches that may answer.
    public var read: CacheChoice {
        get { CacheChoice(memory: memoryCaching.reads, disk: diskCaching.reads) }
        set { setCaches(read: newValue, store: store) }
    }
    /// The caches that keep the result.
    public var store: CacheChoice {
        get { CacheChoice(memory: memoryCaching.writes, disk: diskCaching.writes) }
        set { setCaches(read: read, store: newValue) }
    }

    private mutating func setCaches(read: CacheChoice, store: CacheChoice) {
        memoryCaching = Self.access(reads: read.memory, writes: store.memory)
        diskCaching = Self.access(reads: read.disk, writes: store.disk)
    }

    private static func access(reads: Bool, writes: Bool) -> CacheAccess {
        reads ? (writes ? .readWrite : .readOnly) : (writes ? .writeOnly : .off)
    }
}

extension ImageRequest {
    /// Asks in that way; its caches stay as they are, except for `bypass`.
    public mutating func ask(_ policy: RequestPolicy) {
        switch policy {
        case .normal: cachePolicy = .normal
        case .cachedFirst: cachePolicy = .cachedFirst
        case .refresh: cachePolicy = .refresh
        case .onlyIfCached: cachePolicy = .onlyIfCached
        case .bypass: bypassCaches()
        }
    }

    /// Leaves all caches out of the load.
    public mutating func bypassCaches() {
        memoryCaching = .off
        diskCaching = .off
    }
}
