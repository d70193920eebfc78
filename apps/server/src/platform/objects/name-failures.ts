import { isDiskFull } from '../disk-room.ts';
import { ObjectNotFound, type ObjectStore, StorageFailure } from './object-store.ts';

/**
 * The store with all its failures as StorageFailure, whatever library or system they come from. A full disk keeps its own error.
 */
export function nameFailures(store: ObjectStore): ObjectStore {
  return {
    putFile: (...put) => store.putFile(...put).catch(rethrow),
    putBytes: (key, bytes) => store.putBytes(key, bytes).catch(rethrow),
    size: (key) => store.size(key).catch(rethrow),
    checksum: (key) => store.checksum(key).catch(rethrow),
    open: (key, range) => store.open(key, range).catch(rethrow),
    read: (key) => store.read(key).catch(rethrow),
    borrowFile: (key) => store.borrowFile(key).catch(rethrow),
    remove: (keys) => store.remove(keys).catch(rethrow),
    mayRemove: () => store.mayRemove(),
    list: (prefix) => listNamed(store, prefix),
    room: store.room,
    check: () => store.check(),
    close: () => store.close(),
  };
}

async function* listNamed(store: ObjectStore, prefix: string) {
  try {
    yield* store.list(prefix);
  } catch (error) {
    rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof ObjectNotFound || error instanceof RangeError || isDiskFull(error)) throw error;
  throw new StorageFailure(error);
}
