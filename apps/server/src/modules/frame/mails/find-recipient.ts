import { LOCALES, type Locale } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { defaultChannel, findChannel } from '../channels/index.ts';

export type Recipient = { email: string; name: string; locale: Locale; channel: string };

/**
 * Where a customer's mail goes and in which language: that of the account where we keep it, else the channel's. Null for
 * one who is not known, or not any more.
 */
export async function findRecipient(db: Queryable, userId: string): Promise<Recipient | null> {
  return (await findRecipients(db, [userId])).get(userId) ?? null;
}

/** The same of many, by customer; those who are not known are left out. */
export async function findRecipients(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Recipient>> {
  const { rows } = await sql<Omit<Recipient, 'locale'> & { user_id: string; locale: string | null }>`
    select customers.user_id, customers.email, customers.name, customers.channel, accounts.locale
    from customers left join accounts on accounts.id = customers.user_id
    where customers.user_id = any(${userIds}::uuid[]) and customers.deleted_at is null`.execute(db);
  return new Map(
    rows.map(({ user_id, email, name, ...row }) => {
      const channel = findChannel(row.channel) ?? defaultChannel;
      const locale = LOCALES.find((known) => known === row.locale) ?? channel.locale;
      return [user_id, { email, name, locale, channel: channel.id }];
    }),
  );
}
