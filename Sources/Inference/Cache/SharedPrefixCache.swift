// The prefix cache of a model whose requests run at the same time.

internal import Engine
internal import Synchronization

/// A prefix cache that one request uses at a time. Prompts are read under its lock, one after another, so that each finds
/// what it has in common with those before it; a generation that has joined a batch never asks for the lock.
final class SharedPrefixCache: Sendable {
    private let cache: Mutex<PrefixCache>

    init(layout: KVLayout, byteLimit: Int, store: (any PrefixStore)?) {
        cache = Mutex(PrefixCache(layout: layout, byteLimit: byteLimit, store: store))
    }

    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout PrefixCache) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try cache.withLock { cache throws(Failure) in try body(&cache) }
    }
}
