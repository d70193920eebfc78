import type { PushHub } from '../../../../platform/push.ts';
import type { WidgetRef } from '../deps.ts';

/** How long a page that was drawn is shown to others who ask for the same, in milliseconds. */
const KEPT_MS = 1_000;
/** Pages of one node. */
const MAX_KEPT = 1_000;

export type DrawnPage = { ref: WidgetRef; text: string; sites: readonly string[] };
export type KeptPages = ReturnType<typeof createKeptPages>;

/**
 * Pages of widgets that were drawn within the last second (ADR 64): one that many sites embed is not read from the database
 * for each visitor. Whatever happens to its customer drops it; pictures are never kept here.
 */
export function createKeptPages({ hub, keptMs = KEPT_MS }: { hub: PushHub; keptMs?: number }) {
  const kept = new Map<string, DrawnPage>();
  return {
    find: (key: string): DrawnPage | undefined => kept.get(key),
    keep(key: string, page: DrawnPage): void {
      if (keptMs === 0 || kept.size >= MAX_KEPT || kept.has(key)) return;
      kept.set(key, page);
      const stop = hub.subscribe(page.ref.userId, drop);
      const timer = setTimeout(drop, keptMs);
      timer.unref();
      function drop(): void {
        clearTimeout(timer);
        stop();
        kept.delete(key);
      }
    },
  };
}
