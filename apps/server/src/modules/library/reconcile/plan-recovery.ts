import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Epochs } from '../../../platform/objects/epochs.ts';
import { hasJournalSince } from '../../../platform/recovery/journal-begin.ts';
import { JOURNAL_DAYS } from '../../../platform/recovery/journal-jobs.ts';
import type { LostSpan, RecoveryStep } from '../../../platform/recovery/recovery.ts';
import type { Deps } from './deps.ts';

/** The epoch is written once a minute, so a backup may hold what came up to two minutes after its last one. */
export const MAX_UNNOTICED_MS = 2 * MINUTE_MS;

/** What modules do after a restore. */
export type RecoveryPlan = {
  steps: RecoveryStep[];
  /** Whether the journal has everything since the backup; true if there is nothing to replay. */
  isJournalComplete: boolean;
  /** Entries of the journal that cannot be opened. */
  unreadable: number;
};

export const NOTHING_TO_RECOVER: RecoveryPlan = { steps: [], isJournalComplete: true, unreadable: 0 };

type RecoveryDeps = Pick<Deps, 'objects' | 'journal' | 'recoveries' | 'machineClock' | 'isErased'>;

/** Asks every module, in order, what it does about what the database lost. Read-only. */
export async function planRecovery(
  { objects, journal, recoveries, machineClock, isErased }: RecoveryDeps,
  { epochs, since }: { epochs: Epochs; since: Date },
): Promise<RecoveryPlan> {
  const isCovered = machineClock().getTime() - since.getTime() < JOURNAL_DAYS * DAY_MS;
  const hasAll = isCovered && (await hasJournalSince(objects, epochs));
  let unreadable = 0;
  const lost: LostSpan = {
    epochs,
    since,
    until: epochs.behindSince ?? new Date(epochs.databaseAt.getTime() + MAX_UNNOTICED_MS),
    async read(kind) {
      const reading = await journal.read(kind, since);
      unreadable += reading.unreadable;
      return reading.entries;
    },
    isErased,
    isComplete: () => hasAll && unreadable === 0,
  };
  const steps: RecoveryStep[] = [];
  for (const recovery of recoveries()) steps.push(...(await recovery.plan(lost)));
  return { steps, isJournalComplete: lost.isComplete(), unreadable };
}
