import { isDeepStrictEqual } from 'node:util';
import {
  ENDED_VOUCHER_DAYS,
  MAX_WALLET_VOUCHERS,
  type Money,
  type Voucher,
} from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Vouchers } from '../../../platform/database/database-types.ts';
import { push } from '../../../platform/push.ts';

/** A voucher as reported by a service or the operator's file. */
export type Content = {
  code: string;
  version: number;
  contentHash: Buffer;
  customerId: CustomerId | null;
  title: string;
  percent: number | null;
  amounts: Money | null;
  minimums: Money | null;
  goodFor: Voucher['goodFor'];
  channels: string[] | null;
  uses: Voucher['uses'];
  endsAt: Date | null;
};

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const columnsOf = (content: Content) => ({
  version: content.version,
  content_hash: content.contentHash,
  customer_id: content.customerId,
  title: content.title,
  percent: content.percent,
  amounts: json(content.amounts),
  minimums: json(content.minimums),
  good_for: json(content.goodFor),
  channels: content.channels,
  uses: content.uses,
  ends_at: content.endsAt,
});

/** A voucher by the key under which codes are compared, and the service that reported it. */
type Stored = { key: string; service: string };

/** Adds a voucher; false if its key is known. */
export async function insertVoucher(
  trx: Queryable,
  { key, service }: Stored,
  content: Content,
): Promise<boolean> {
  const added = await trx
    .insertInto('vouchers')
    .values({ key, service, code: content.code, ...columnsOf(content) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateVoucher(trx: Queryable, key: string, content: Content): Promise<void> {
  await trx.updateTable('vouchers').set(columnsOf(content)).where('key', '=', key).execute();
}

/** Throws for an unknown one: only those of erased customers are ever removed. */
export function lockVoucher(trx: Queryable, key: string) {
  return trx.selectFrom('vouchers').selectAll().where('key', '=', key).forUpdate().executeTakeFirstOrThrow();
}

/** Whether a stored voucher says the same: the hash of an early one depends on how the offset of its end was written. */
export function isSameContent(content: Content, existing: Selectable<Vouchers>): boolean {
  if (content.contentHash.equals(existing.content_hash)) return true;
  const { code, customerId, title, percent, amounts, minimums, goodFor, channels, uses, endsAt } = content;
  return isDeepStrictEqual(
    [code, customerId, title, percent, amounts, minimums, goodFor, channels, uses, endsAt],
    [
      ...[
        existing.code,
        existing.customer_id,
        existing.title,
        existing.percent,
        existing.amounts,
        existing.minimums,
      ],
      ...[existing.good_for, existing.channels, existing.uses, existing.ends_at],
    ],
  );
}

/** Adds a voucher to a customer's wallet; false if it was there. */
export async function insertIntoWallet(
  trx: Queryable,
  { customerId, key }: { customerId: CustomerId; key: string },
  now: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto('wallet_vouchers')
    .values({ user_id: customerId, key, added_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return added !== undefined;
}

/** Notifies the customer's screens that their wallet has changed. */
export function pushWallet(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  return push(trx, customerId, { type: 'vouchers-changed', data: {} }, now);
}

type Shown =
  | 'code'
  | 'title'
  | 'percent'
  | 'amounts'
  | 'minimums'
  | 'good_for'
  | 'channels'
  | 'uses'
  | 'ends_at';
type Row = Pick<Selectable<Vouchers>, Shown | 'customer_id'> & { is_used: boolean; used_in: string | null };

/** A voucher as a customer may see it. One of another customer is looked up in the same way as an unknown one. */
export async function findVoucher(
  db: Queryable,
  { customerId, key }: { customerId: CustomerId; key: string },
): Promise<Voucher | null> {
  const [row] = await read(db, customerId, sql`from vouchers as voucher where voucher.key = ${key}`);
  return row ? present(row) : null;
}

/** The customer's vouchers, most recent first, without those that ended long ago. */
export async function listWallet(db: Queryable, customerId: CustomerId, now: Date): Promise<Voucher[]> {
  const endedSince = new Date(now.getTime() - ENDED_VOUCHER_DAYS * DAY_MS);
  const rows = await read(
    db,
    customerId,
    sql`from wallet_vouchers as wallet join vouchers as voucher on voucher.key = wallet.key
      where wallet.user_id = ${customerId} and (ends_at is null or ends_at > ${endedSince}::timestamptz)`,
    sql`order by wallet.added_at desc, voucher.key limit ${MAX_WALLET_VOUCHERS}`,
  );
  return rows.map(present);
}

/** `found` is SQL that names `voucher`; personal ones of others are left out. */
async function read(
  db: Queryable,
  customerId: CustomerId,
  found: RawBuilder<unknown>,
  order = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select voucher.code, title, percent, amounts, minimums, good_for, channels, uses, ends_at, voucher.customer_id,
      case uses
        when 'once' then exists (select from voucher_uses as used where used.key = voucher.key and cancelled_at is null)
        when 'once-per-customer' then exists (select from voucher_uses as used where used.key = voucher.key
          and used.customer_id = ${customerId} and cancelled_at is null)
        else false end as is_used,
      (select order_code from voucher_uses as used where used.key = voucher.key and cancelled_at is null
        and used.customer_id = ${customerId} order by used_at desc limit 1) as used_in
    ${found} and (voucher.customer_id is null or voucher.customer_id = ${customerId}) ${order}`.execute(db);
  return rows;
}

function present(row: Row): Voucher {
  const { code, title, percent, amounts, uses, channels } = row;
  return {
    code,
    title,
    value: percent === null ? { amount: amounts ?? {} } : { percent },
    minimum: row.minimums,
    goodFor: row.good_for,
    channels,
    uses,
    endsAt: row.ends_at?.toISOString() ?? null,
    isPersonal: row.customer_id !== null,
    isUsed: row.is_used,
    usedIn: row.used_in,
  };
}
