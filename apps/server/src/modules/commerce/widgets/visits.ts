import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { WidgetRef } from './deps.ts';
import { addVisits } from './store.ts';

/** How long visits wait to be written together, in milliseconds. */
const PERIOD_MS = 10_000;
/** Widgets of one period that are counted on a node. */
const MAX_WAITING = 5_000;

/** How often widgets are opened: counted in the memory of a node and written in turns. A crash forgets those of a period. */
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
      const key = `${ref.userId} ${ref.code}`;
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
