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
        get { CacheChoice(memory: self.memoryCaching.reads, disk: self.diskCaching.reads) }
        set { setCaches(read: newValue, store: store) }
    }
    /// The caches that keep the result.
    public var store: CacheChoice {
        get { CacheChoice(memory: self.memoryCaching.writes, disk: self.diskCaching.writes) }
        set { setCaches(read: read, store: newValue) }
    }

    private mutating func setCaches(read: CacheChoice, store: CacheChoice) {
        self.memoryCaching = Self.access(reads: read.memory, writes: store.memory)
        self.diskCaching = Self.access(reads: read.disk, writes: store.disk)
    }

    private static func access(reads: Bool, writes: Bool) -> CacheAccess {
        reads ? (writes ? .readWrite : .readOnly) : (writes ? .writeOnly : .off)
    }
}

extension ImageRequest {
    /// Asks in that way; its caches stay as they are, except for `bypass`.
    public mutating func ask(_ policy: RequestPolicy) {
        switch policy {
        case .normal: self.cachePolicy = .normal
        case .cachedFirst: self.cachePolicy = .cachedFirst
        case .refresh: self.cachePolicy = .refresh
        case .onlyIfCached: self.cachePolicy = .onlyIfCached
        case .bypass: bypassCaches()
        }
    }

    /// Leaves all caches out of the load.
    public mutating func bypassCaches() {
        self.memoryCaching = .off
        self.diskCaching = .off
    }
}
