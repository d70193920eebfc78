import { findWaiting, type LegacyRow } from '../legacy-uploads/index.ts';
import type { Deps } from './deps.ts';
import { isRunning } from './import-store.ts';
import { importUpload } from './import-upload.ts';

const BATCH = 20;
/** So many uploads that cannot be brought in now mean that something else is wrong than with them. */
const MOST_SETBACKS = 20;

/** Where a turn came to: its time is over, a deletion of the library is to be waited for, or nothing is left to do. */
type Reached = 'turn' | 'deletion' | 'end';

type Turn = {
  /** Its last moment, as `performance.now()` tells it. */
  until: number;
  /** What kept single uploads from being brought in. */
  setbacks: unknown[];
};

/**
 * Brings in what waits, until a moment of `performance.now()`. An upload that cannot be brought in now keeps none of the
 * others from it: what was wrong with the first such is thrown when all had their try.
 */
export async function importWaiting(deps: Deps, userId: string, until: number): Promise<Reached> {
  const turn: Turn = { until, setbacks: [] };
  for (let after: string | null = null; ; ) {
    const halt = await findHalt(deps, userId);
    if (halt) return halt;
    const batch = await findWaiting(deps.db, userId, { after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) break;
    if ((await importBatch(deps, batch, turn)) === 'turn') return 'turn';
    after = last.id;
  }
  if (turn.setbacks.length > 0) throw turn.setbacks[0];
  return 'end';
}

async function findHalt(deps: Deps, userId: string): Promise<Reached | null> {
  if (!(await isRunning(deps.db, userId)) || (await deps.isAccountDeleted(userId))) return 'end';
  return (await deps.isLibraryBeingDeleted(userId)) ? 'deletion' : null;
}

async function importBatch(deps: Deps, batch: readonly LegacyRow[], turn: Turn): Promise<'turn' | 'end'> {
  for (const upload of batch) {
    if (performance.now() > turn.until) return 'turn';
    await importUpload(deps, upload).catch((error) => turn.setbacks.push(error));
    if (turn.setbacks.length >= MOST_SETBACKS) throw turn.setbacks[0];
  }
  return 'end';
}
