import type { Queryable } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import { defaultChannel, findChannel } from '../../frame/channels/index.ts';
import { findRecipient } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import type { ExportReason, ExportRow } from './export-row.ts';
import { countAskedSince, findReadySince, findRunning, insertExport } from './export-store.ts';
import { readLibraryState } from './library-state.ts';

export const LAY_OUT_EXPORT = 'lay-out-export';

export type ExportRequest = { userId: string; channel: string; reason: ExportReason };

/**
 * Takes a request for an export: its row and its job in the transaction it is given. While one is being made it is that
 * one; one of the last day, of a library that has not changed since, is as good as another.
 */
export async function requestExport(
  deps: Pick<Deps, 'clock' | 'exportsPerDay'>,
  trx: Queryable,
  { userId, channel, reason }: ExportRequest,
): Promise<ExportRow> {
  const now = deps.clock();
  const yesterday = new Date(now.getTime() - DAY_MS);
  const recipient = await findRecipient(trx, userId);
  const { locale } = recipient ?? findChannel(channel) ?? defaultChannel;
  for (;;) {
    const found = (await findRunning(trx, userId)) ?? (await findSame(trx, userId, yesterday));
    if (found) return found;
    const isLimited = reason === 'customer';
    if (isLimited && (await countAskedSince(trx, userId, yesterday)) >= deps.exportsPerDay) {
      throw new Problem('too-many-requests');
    }
    const wanted = { userId, exportId: newId(), channel, locale, reason, now };
    const inserted = await insertExport(trx, wanted);
    if (!inserted) continue;
    await addLayOutJob(trx, inserted);
    return inserted;
  }
}

async function findSame(trx: Queryable, userId: string, since: Date): Promise<ExportRow | null> {
  const ready = await findReadySince(trx, userId, since);
  return ready && ready.library_state === (await readLibraryState(trx, userId)) ? ready : null;
}

/** Adds the job of an export; one of the same export that waits is replaced. */
export async function addLayOutJob(db: Queryable, { user_id, id, reason }: ExportRow): Promise<void> {
  await addJob(
    db,
    LAY_OUT_EXPORT,
    { userId: user_id, exportId: id },
    {
      key: `${LAY_OUT_EXPORT}:${id}`,
      priority: reason === 'customer' ? PRIORITY.interactive : PRIORITY.bulk,
    },
  );
}
