import { startStopwatch } from './clock.ts';

type Options = {
  /** Maximum number of values. */
  max: number;
  /** How long a value is valid after it was set; forever if absent. */
  lifetimeMs?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

type Entry<Value> = { value: Value; until: number };

/** A cache that keeps recently used values and takes memory only as it fills. */
export function createBoundedCache<Value>({
  max,
  lifetimeMs = Number.POSITIVE_INFINITY,
  now = startStopwatch(),
}: Options) {
  const entries = createGenerations<Entry<Value>>(Math.ceil(max / 2));
  return {
    get(key: string): Value | undefined {
      const entry = entries.find(key);
      if (!entry) return undefined;
      if (entry.until < now()) return void entries.delete(key);
      entries.keep(key, entry);
      return entry.value;
    },
    set(key: string, value: Value): void {
      entries.put(key, { value, until: now() + lifetimeMs });
    },
    /** Drops all values for which the predicate is true. */
    drop(isGone: (key: string, value: Value) => boolean): void {
      for (const [key, { value }] of entries.all()) if (isGone(key, value)) entries.delete(key);
    },
    delete: entries.delete,
    clear: entries.clear,
  };
}

/**
 * Two generations: when the young one is full it becomes the old one, and what nobody kept of the one before is dropped.
 * @param size of a generation
 */
function createGenerations<Item>(size: number) {
  let young = new Map<string, Item>();
  let old = new Map<string, Item>();

  function put(key: string, item: Item): void {
    if (young.size >= size && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, item);
  }
  return {
    put,
    find: (key: string): Item | undefined => young.get(key) ?? old.get(key),
    /** Moves what was found into the young generation. */
    keep(key: string, item: Item): void {
      if (!young.has(key)) put(key, item);
    },
    all: () => [...young, ...old],
    delete(key: string): void {
      young.delete(key);
      old.delete(key);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
