/** Gathers what comes in a burst and hands it on at once. */
export type Collector<Item> = { add: (items: readonly Item[]) => void; stop: () => void };

/** News of one moment is one refresh, in milliseconds. */
const BATCH_MS = 300;
/** While photos pour in, refreshing more often would only make the server slower. */
const BUSY_MS = 1_500;

type Options<Item> = { deliver: (items: ReadonlySet<Item>) => void; now: () => number };

/** Delivers 300 ms after the first item; 1.5 s after the delivery before, when news keeps coming. */
export function collectChanges<Item>({ deliver, now }: Options<Item>): Collector<Item> {
  let waiting = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deliveredAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    const items = waiting;
    waiting = new Set();
    timer = undefined;
    deliveredAt = now();
    deliver(items);
  }

  return {
    add(items) {
      for (const item of items) waiting.add(item);
      timer ??= setTimeout(flush, Math.max(BATCH_MS, deliveredAt + BUSY_MS - now()));
    },
    stop: () => clearTimeout(timer),
  };
}
