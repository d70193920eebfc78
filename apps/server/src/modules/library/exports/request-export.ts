import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob, keyedTask, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Recently } from '../../../platform/recently.ts';
import { findRecipient } from '../../account/customers/index.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { readLibraryState } from './read-library.ts';
import {
  claimExport,
  countRequested,
  type ExportReason,
  type ExportRow,
  findReady,
  findRunning,
  insertExport,
} from './store.ts';

/** The job that plans an export; its handler is in jobs.ts. */
export const PLAN_EXPORT = keyedTask('lay-out-export', { foundBy: 'check-exports' });

export type ExportRequest = { customerId: CustomerId; channel: string; reason: ExportReason };

/**
 * Adds an export and its job in the given transaction. Returns the running export instead if there is one, or one of the last day
 * if the library has not changed since.
 */
export async function requestExport(
  deps: Pick<Deps, 'clock' | 'exportsPerDay'>,
  trx: Queryable,
  { customerId, channel, reason }: ExportRequest,
): Promise<ExportRow> {
  const now = deps.clock();
  // The zips of 'my data' must all be available until the same day.
  const isReused = reason !== 'my-data';
  const lastDay = { now, ms: DAY_MS };
  const recipient = await findRecipient(trx, customerId);
  const { locale } = recipient ?? channelOrDefault(channel);
  for (;;) {
    const running = await findRunning(trx, customerId);
    if (running) {
      await claimExport(trx, { customerId, exportId: running.id }, reason);
      return running;
    }
    const unchanged = isReused ? await findUnchanged(trx, customerId, lastDay) : null;
    if (unchanged) return unchanged;
    const isLimited = reason === 'customer';
    if (isLimited && (await countRequested(trx, customerId, lastDay)) >= deps.exportsPerDay) {
      throw new Problem('too-many-requests');
    }
    const wanted = { customerId, exportId: newId(), channel, locale, reason, now };
    const inserted = await insertExport(trx, wanted);
    if (!inserted) continue;
    await addPlanJob(trx, inserted);
    return inserted;
  }
}

async function findUnchanged(
  trx: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<ExportRow | null> {
  const ready = await findReady(trx, customerId, recently);
  return ready && ready.library_state === (await readLibraryState(trx, customerId)) ? ready : null;
}

/** Adds the job of an export, replacing a pending one. */
export async function addPlanJob(db: Queryable, { user_id, id, reason }: ExportRow): Promise<void> {
  const priority = reason === 'retention' ? PRIORITY.bulk : PRIORITY.interactive;
  const options = { key: `${PLAN_EXPORT}:${id}`, priority };
  await addJob(db, PLAN_EXPORT, { customerId: user_id, exportId: id }, options);
}
