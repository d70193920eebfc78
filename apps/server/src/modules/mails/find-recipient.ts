import { LOCALES, type Locale } from '@keepsake/contracts';
import type { Queryable } from '../../platform/database/database.ts';
import { defaultChannel, findChannel } from '../channels/index.ts';

export type Recipient = { email: string; name: string; locale: Locale; channel: string };

/**
 * Where a customer's mail goes and in which language: that of the account where we keep it, else the channel's. Null for
 * one who is not known, or not any more.
 */
export async function findRecipient(db: Queryable, userId: string): Promise<Recipient | null> {
  const row = await db
    .selectFrom('customers')
    .leftJoin('accounts', 'accounts.id', 'customers.user_id')
    .select(['customers.email', 'customers.name', 'customers.channel', 'accounts.locale'])
    .where('customers.user_id', '=', userId)
    .where('customers.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const channel = findChannel(row.channel) ?? defaultChannel;
  const locale = LOCALES.find((known) => known === row.locale) ?? channel.locale;
  return { email: row.email, name: row.name, locale, channel: channel.id };
}
