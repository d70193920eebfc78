import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { WidgetRef } from './deps.ts';
import { addVisits } from './store.ts';

/** How long visits are collected before they are written, in milliseconds. */
const PERIOD_MS = 10_000;
/** Widgets counted per period on a node. */
const MAX_WAITING = 5_000;

/** Counts how often widgets are opened: in a node's memory, written periodically. A crash loses those of one period. */
export function createVisits({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }) {
  let waiting = new Map<string, { ref: WidgetRef; visits: number }>();
  const timer = setInterval(() => void write(), PERIOD_MS);
  timer.unref();

  async function write(): Promise<void> {
    const turn = waiting;
    waiting = new Map();
    try {
      for (const { ref, visits } of turn.values()) await addVisits(db, ref, visits);
    } catch (err) {
      log.warn({ err }, 'visits of widgets were not counted');
    }
  }
  return {
    count(ref: WidgetRef): void {
      const key = `${ref.customerId} ${ref.code}`;
      const visits = waiting.get(key)?.visits ?? 0;
      if (visits > 0 || waiting.size < MAX_WAITING) waiting.set(key, { ref, visits: visits + 1 });
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
export type Visits = ReturnType<typeof createVisits>;
