/** Collects items that arrive in bursts and delivers them together. */
export type Collector<Item> = { add: (items: readonly Item[]) => void; stop: () => void };

/** Items within this time are delivered together, in milliseconds. */
const BATCH_MS = 300;
/** Minimum interval while items keep arriving, in milliseconds: delivering more often would only slow the server down. */
const BUSY_MS = 1_500;

type Options<Item> = { deliver: (items: ReadonlySet<Item>) => void; now: () => number };

/** Delivers 300 ms after the first item, but not sooner than 1.5 s after the previous delivery. */
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
