import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob, keyedTask } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import { requireChannel } from '../../frame/channels/index.ts';
import { findRecipient } from '../customers/index.ts';
import type { Deps } from './deps.ts';
import { type ArchiveRow, countRequested, findRunning, insertArchive, setExport } from './store.ts';

/** The job that makes an archive; its handler is in jobs.ts. */
export const MAKE_ARCHIVE = keyedTask('make-my-data', { foundBy: 'check-my-data' });

/** Successful archives allowed per customer and day, and attempts including failed ones. */
const PER_DAY = 3;
const TRIES_PER_DAY = 10;

/** Adds an archive, the export of its photos and its job in the given transaction, or returns the one in progress. */
export async function requestArchive(
  deps: Pick<Deps, 'clock' | 'personalData' | 'photos' | 'noteEvent'>,
  trx: Queryable,
  {
    customerId,
    channel: requested,
    request,
  }: { customerId: CustomerId; channel: string; request: FastifyRequest },
): Promise<ArchiveRow> {
  const channel = requireChannel(requested, 'body.channel');
  const now = deps.clock();
  const { locale } = (await findRecipient(trx, customerId)) ?? channel;
  const filesTotal = 2 * deps.personalData().flatMap(({ files = [] }) => files).length + 1;
  for (;;) {
    const running = await findRunning(trx, customerId);
    if (running) return running;
    const { all, good } = await countRequested(trx, customerId, { now, ms: DAY_MS });
    if (good >= PER_DAY || all >= TRIES_PER_DAY) throw new Problem('too-many-requests');
    const ref = { customerId, archiveId: newId() };
    const inserted = await insertArchive(trx, { ...ref, channel: channel.id, locale, filesTotal, now });
    if (!inserted) continue;
    const exportId = await deps.photos().request(trx, customerId, channel.id);
    await setExport(trx, ref, exportId);
    await addArchiveJob(trx, inserted);
    await deps.noteEvent(trx, { customerId, kind: 'my-data-requested', request });
    return { ...inserted, export_id: exportId };
  }
}

/** Adds the job of an archive, replacing a pending one. */
export async function addArchiveJob(
  db: Queryable,
  { user_id: customerId, id: archiveId }: Pick<ArchiveRow, 'user_id' | 'id'>,
  runAt?: Date,
): Promise<void> {
  await addJob(db, MAKE_ARCHIVE, { customerId, archiveId }, { key: `${MAKE_ARCHIVE}:${archiveId}`, runAt });
}
