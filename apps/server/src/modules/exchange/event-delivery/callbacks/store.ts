import type { CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import { callbackTry } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { CallbackEndpoints } from '../../../../platform/database/database-types.ts';
import { parseStoredColumn, storedTime } from '../../../../platform/stored-json.ts';
import { CUSTOMER } from '../store.ts';
import type { Tried } from '../try-sending.ts';

export type EndpointRow = Selectable<CallbackEndpoints>;

/** A customer's address with its keys; undefined if the customer never had one. */
export function findEndpoint(db: Queryable, customerId: CustomerId): Promise<EndpointRow | undefined> {
  return db.selectFrom('callback_endpoints').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}

/** The same, locked against other changes. */
export function lockEndpoint(trx: Queryable, customerId: CustomerId): Promise<EndpointRow | undefined> {
  return trx
    .selectFrom('callback_endpoints')
    .selectAll()
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
}

type Settings = {
  customerId: CustomerId;
  url?: string | null;
  format?: CallbackFormat;
  keys: string;
  now: Date;
};

/**
 * Stores an address or a format; undefined values stay unchanged, and `keys` are used for a customer's first address. A new
 * address starts with a clean state.
 */
export async function saveEndpoint(
  trx: Queryable,
  { customerId, url, format, keys, now }: Settings,
): Promise<void> {
  const started = { stopped_at: null, stopped_for: null, failing_since: null, is_slow: false };
  await trx
    .insertInto('callback_endpoints')
    .values({
      user_id: customerId,
      url: url ?? null,
      format: format ?? 'json',
      keys,
      key_made_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...(url !== undefined && { url, ...started }),
        ...(format && { format }),
        changed_at: now,
      }),
    )
    .execute();
}

/** Stores keys, the newest of which is being shown now. */
export async function saveKeys(
  trx: Queryable,
  { customerId, keys, now }: { customerId: CustomerId; keys: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('callback_endpoints')
    .set({ keys, key_made_at: now, key_shown_at: now })
    .where('user_id', '=', customerId)
    .execute();
}

type EndpointHealth = Pick<EndpointRow, 'failing_since' | 'is_slow' | 'stopped_at' | 'stopped_for'>;

type Receiving = {
  url: string | null;
  format: string;
  keys: string;
  isStopped: boolean;
  mayReceive: boolean;
};

/** Everything needed before an attempt, in one statement. */
export async function readReceiving(
  db: Queryable,
  customerId: CustomerId,
  mayReceive: RawBuilder<boolean>,
): Promise<Receiving | undefined> {
  const { rows } = await sql<Receiving>`
    select url, format, keys, stopped_at is not null as "isStopped", ${mayReceive} as "mayReceive"
    from callback_endpoints where user_id = ${customerId}`.execute(db);
  return rows[0];
}

/** Records how an address answers. */
export async function saveHealth(
  trx: Queryable,
  customerId: CustomerId,
  health: EndpointHealth,
): Promise<void> {
  await trx.updateTable('callback_endpoints').set(health).where('user_id', '=', customerId).execute();
}

type NewTry = Omit<Tried, 'head'> & { customerId: CustomerId; id: string; answer: string | null };

const insertTrySql = ({ customerId, eventId, id, at, status, fault, milliseconds, answer }: NewTry) =>
  sql`insert into callback_tries (user_id, event_id, id, tried_at, status, fault, milliseconds, answer)
    values (${customerId}, ${eventId}, ${id}, ${at}, ${status}, ${fault}, ${milliseconds}, ${answer})`;

export async function insertTry(trx: Queryable, tried: NewTry): Promise<void> {
  await insertTrySql(tried).execute(trx);
}

/**
 * Records a successful attempt, the outcome of its event, and that the address answers, written only if that has changed. One
 * statement, because most attempts succeed.
 */
export async function insertGoodTry(
  db: Queryable,
  tried: NewTry,
  { isSlow, eventSql }: { isSlow: boolean; eventSql: RawBuilder<unknown> },
): Promise<void> {
  await sql`with event as (${eventSql}), health as (
      update callback_endpoints set failing_since = null, is_slow = ${isSlow}
      where user_id = ${tried.customerId} and url is not null and stopped_at is null
        and (failing_since is not null or is_slow <> ${isSlow})
    ) ${insertTrySql(tried)}`.execute(db);
}

const loggedTries = z.nullable(z.array(z.extend(callbackTry, { at: storedTime })));
/** Attempts are kept as long as what was sent. */
export type LogRow = {
  id: string;
  type: string;
  created_at: Date;
  state: string;
  next_at: Date;
  answer: string | null;
  tries: z.infer<typeof loggedTries>;
};

type Requested = { customerId: CustomerId; before: string | null; limit: number; tries: number };

/** What was sent to a customer, newest first, each with its latest attempts. Ids sort by time. */
export async function readLog(
  db: Queryable,
  { customerId, before, limit, tries }: Requested,
): Promise<LogRow[]> {
  const { rows } = await sql<Omit<LogRow, 'tries'> & { tries: unknown }>`
    select id, type, created_at, state, next_at, answer,
      (select json_agg(json_build_object('at', tried_at, 'status', status, 'fault', fault,
          'milliseconds', milliseconds, 'answer', answer) order by id desc)
        from (select * from callback_tries where user_id = ${customerId} and event_id = outgoing_events.id
          order by id desc limit ${tries}) as latest) as tries
    from outgoing_events
    where user_id = ${customerId} and service = ${CUSTOMER} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    tries: parseStoredColumn(loggedTries, row.tries, `the tries of the callback ${row.id}`),
  }));
}
