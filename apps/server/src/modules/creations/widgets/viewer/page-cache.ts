import type { PushHub } from '../../../../platform/push.ts';
import type { WidgetRef } from '../deps.ts';

/** How long a rendered page is reused for identical requests, in milliseconds. */
const LIFETIME_MS = 1_000;
/** Pages kept per node. */
const MAX_PAGES = 1_000;

export type DrawnPage = { ref: WidgetRef; text: string; sites: readonly string[] };
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Widget pages rendered within the last second (ADR 64): one that many sites embed is not read from the database for each
 * visitor. Any event of its customer drops it; pictures are never cached here.
 */
export function createPageCache({ hub, cachedMs = LIFETIME_MS }: { hub: PushHub; cachedMs?: number }) {
  const stored = new Map<string, DrawnPage>();
  return {
    find: (key: string): DrawnPage | undefined => stored.get(key),
    keep(key: string, page: DrawnPage): void {
      if (cachedMs === 0 || stored.size >= MAX_PAGES || stored.has(key)) return;
      stored.set(key, page);
      const stop = hub.subscribe(page.ref.customerId, drop);
      const timer = setTimeout(drop, cachedMs);
      timer.unref();
      function drop(): void {
        clearTimeout(timer);
        stop();
        stored.delete(key);
      }
    },
  };
}
