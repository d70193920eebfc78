import type { AccountEventKind } from '@keepsake/contracts/account/account-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Device } from '../../../../platform/http/device.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Recently, wasRecent } from '../../../../platform/recently.ts';

type NewEvent = { accountId: CustomerId; kind: AccountEventKind; device: Device; now: Date };

/** Adds an event, or counts it together with those of the same day and device. */
export async function insertEvent(trx: Queryable, { accountId, kind, device, now }: NewEvent): Promise<void> {
  await trx
    .insertInto('account_events')
    .values({
      id: newId(),
      account_id: accountId,
      kind,
      day: now.toISOString().slice(0, 10),
      happened_at: now,
      browser: device.browser,
      system: device.system,
      device: device.device,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'day', 'browser', 'system', 'device'])
        .doUpdateSet({ happened_at: now, times: sql`account_events.times + 1` }),
    )
    .execute();
}

type Requested = {
  accountId: CustomerId;
  since: Date;
  /** Time and id of the event before the page; null for the first page. */
  before: readonly string[] | null;
  limit: number;
};

/** Events of an account, newest first. */
export function listEvents(db: Queryable, { accountId, since, before, limit }: Requested) {
  return db
    .selectFrom('account_events')
    .select(['id', 'kind', 'happened_at', 'times', 'browser', 'system', 'device'])
    .where('account_id', '=', accountId)
    .where('happened_at', '>=', since)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(happened_at, id) < (${before?.[0]}::timestamptz, ${before?.[1]}::uuid)`),
    )
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether an event of that kind happened with that device recently. */
export async function hasRecentEvent(
  trx: Queryable,
  { accountId, kind, device, recently }: Omit<NewEvent, 'now'> & { recently: Recently },
): Promise<boolean> {
  const found = await trx
    .selectFrom('account_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where(wasRecent('happened_at', recently))
    .where('browser', 'is not distinct from', device.browser)
    .where('system', 'is not distinct from', device.system)
    .where('device', 'is not distinct from', device.device)
    .executeTakeFirst();
  return found !== undefined;
}
