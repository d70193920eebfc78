import type { AccountEventKind } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Device } from './device.ts';

type NewEvent = { accountId: string; kind: AccountEventKind; device: Device; now: Date };

/** Adds an event of its own. */
export async function insertEvent(trx: Queryable, event: NewEvent): Promise<void> {
  await trx.insertInto('account_events').values(rowOf(event)).execute();
}

/** Adds an event, or counts it with those of its kind on the same day (UTC), of which the last one's time and device stay. */
export async function countEvent(trx: Queryable, event: NewEvent): Promise<void> {
  const { id, account_id, kind, ...last } = rowOf(event);
  const day = event.now.toISOString().slice(0, 10);
  await trx
    .insertInto('account_events')
    .values({ id, account_id, kind, ...last, day })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'day'])
        .where('day', 'is not', null)
        .doUpdateSet({ ...last, times: sql`account_events.times + 1` }),
    )
    .execute();
}

const rowOf = ({ accountId, kind, device, now }: NewEvent) => ({
  id: newId(),
  account_id: accountId,
  kind,
  happened_at: now,
  browser: device.browser,
  system: device.system,
  device: device.device,
});
