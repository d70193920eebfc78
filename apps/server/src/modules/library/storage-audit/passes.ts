import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { PhotoRef } from '../photos/index.ts';

/** A pass of the scrub through the originals of one customer, as far as it has come. */
export type Pass = {
  customerId: CustomerId;
  startedAt: Date;
  /** When the last original so far was read. */
  endedAt: Date;
  /** Originals that were there when it started, and have been read. */
  originals: number;
  changed: number;
};

/** The place of the scrub, null between two rounds, and its pass there; null once that has left out anything. */
export type Progress = { after: PhotoRef | null; roundStartedAt: Date | null; pass: Pass | null };

/** What reading an original came to. One that is gone was deleted meanwhile. */
export type Outcome = 'whole' | 'changed' | 'gone' | 'unread';

/** How much later than its time a photo may be seen: a replica follows, and clocks differ. */
const SEEN_AFTER_MS = MINUTE_MS;

export const beginPass = (customerId: CustomerId, now: Date): Pass => ({
  customerId,
  startedAt: now,
  endedAt: now,
  originals: 0,
  changed: 0,
});

/** Until when a photo must have been added to be part of a pass. */
export const coveredUntil = ({ startedAt }: Pick<Pass, 'startedAt'>): Date =>
  new Date(startedAt.getTime() - SEEN_AFTER_MS);

/** The pass after another original; null if that could not be read, since not all have been then. */
export function passAfter(
  pass: Pass,
  { addedAt }: { addedAt: Date },
  { outcome, now }: { outcome: Outcome; now: Date },
): Pass | null {
  if (outcome === 'unread') return null;
  const wasThere = addedAt <= coveredUntil(pass);
  if (outcome === 'gone' || !wasThere) return pass;
  return {
    ...pass,
    endedAt: now,
    originals: pass.originals + 1,
    changed: pass.changed + (outcome === 'changed' ? 1 : 0),
  };
}

export async function readProgress(db: Database): Promise<Progress> {
  const row = await db.selectFrom('storage_scrub').selectAll().executeTakeFirstOrThrow();
  const { after_customer: customerId, after_photo: photoId, round_began_at: roundStartedAt } = row;
  if (!customerId || !photoId) return { after: null, roundStartedAt, pass: null };
  const {
    pass_started_at: startedAt,
    pass_ended_at: endedAt,
    pass_originals: originals,
    pass_changed: changed,
  } = row;
  const isStored =
    row.pass_until === photoId && startedAt && endedAt && originals !== null && changed !== null;
  const pass = isStored ? { customerId, startedAt, endedAt, originals, changed } : null;
  return { after: { customerId, photoId }, roundStartedAt, pass };
}

/** Saves the place and what was counted up to it, and the passes that came to their end. */
export function saveProgress(
  db: Database,
  { after, roundStartedAt, pass }: Progress,
  ended: readonly Pass[],
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const one of ended) await savePass(trx, one);
    await trx
      .updateTable('storage_scrub')
      .set({
        after_customer: after?.customerId ?? null,
        after_photo: after?.photoId ?? null,
        round_began_at: roundStartedAt,
        pass_until: pass ? (after?.photoId ?? null) : null,
        pass_started_at: pass?.startedAt ?? null,
        pass_ended_at: pass?.endedAt ?? null,
        pass_originals: pass?.originals ?? null,
        pass_changed: pass?.changed ?? null,
      })
      .execute();
  });
}

/** Of a customer who has not been erased meanwhile. */
async function savePass(trx: Queryable, pass: Pass): Promise<void> {
  const { customerId, startedAt, endedAt, originals, changed } = pass;
  if (originals === 0) return;
  await sql`
    insert into original_checks (user_id, started_at, ended_at, originals, changed)
    select ${customerId}::uuid, ${startedAt}::timestamptz, ${endedAt}::timestamptz, ${originals}::int, ${changed}::int
    where exists (select from library_photos where user_id = ${customerId})
    on conflict (user_id) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
      originals = excluded.originals, changed = excluded.changed`.execute(trx);
}

/** The last whole pass through a customer's originals; undefined if there was none. */
export async function findLastPass(db: Queryable, customerId: CustomerId) {
  return db
    .selectFrom('original_checks')
    .select(['started_at as startedAt', 'ended_at as endedAt', 'originals', 'changed'])
    .where('user_id', '=', customerId)
    .executeTakeFirst();
}
