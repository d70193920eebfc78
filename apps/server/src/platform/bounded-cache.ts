type Options = {
  /** Maximum number of values. */
  max: number;
  /** How long a value is valid after it was set; forever if absent. */
  lifetimeMs?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

type Entry<Value> = { value: Value; until: number };

/**
 * A cache that keeps recently used values and takes memory only as it fills. Values live in two generations: when the young one
 * is full it becomes the old one, and values of the old one that nobody asked for are dropped.
 */
export function createBoundedCache<Value>({
  max,
  lifetimeMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: Options) {
  const generation = Math.ceil(max / 2);
  let young = new Map<string, Entry<Value>>();
  let old = new Map<string, Entry<Value>>();

  function put(key: string, entry: Entry<Value>) {
    if (young.size >= generation && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, entry);
  }
  function forget(key: string) {
    young.delete(key);
    old.delete(key);
  }
  return {
    get(key: string): Value | undefined {
      const fresh = young.get(key);
      const entry = fresh ?? old.get(key);
      if (!entry) return undefined;
      if (entry.until < now()) return void forget(key);
      if (!fresh) put(key, entry);
      return entry.value;
    },
    set(key: string, value: Value): void {
      put(key, { value, until: now() + lifetimeMs });
    },
    /** Drops all values for which the predicate is true. */
    drop(isGone: (key: string, value: Value) => boolean): void {
      for (const [key, { value }] of [...young, ...old]) if (isGone(key, value)) forget(key);
    },
    delete: forget,
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
