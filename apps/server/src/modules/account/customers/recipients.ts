import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { findLanguage } from '../../../platform/languages.ts';
import { type Channel, channelOrDefault, channels, defaultChannel } from '../../frame/channels/index.ts';

/** A customer as addressed in mails: in the chosen language, else the channel's. */
export type Recipient = {
  customerId: CustomerId;
  email: string;
  name: string;
  locale: Locale;
  channel: Channel;
};

/** The recipient of mails to a customer; null for unknown and deleted customers. */
export async function findRecipient(db: Queryable, customerId: CustomerId): Promise<Recipient | null> {
  return (await findRecipients(db, [customerId])).get(customerId) ?? null;
}

/** Recipients by customer, without unknown and deleted customers. */
export async function findRecipients(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<Map<string, Recipient>> {
  const { rows } = await sql<{
    user_id: CustomerId;
    email: string;
    name: string;
    channel: string;
    locale: string | null;
  }>`
    select user_id, email, name, channel, mail_locale as locale from customers
    where user_id = any(${customerIds}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(
    rows.map(({ user_id, email, name, ...row }) => {
      const channel = channelOrDefault(row.channel);
      const locale = findLanguage(row.locale) ?? channel.locale;
      return [user_id, { customerId: user_id, email, name, locale, channel }];
    }),
  );
}

/** One sentence for the operator for each channel that customers have and this process lacks. */
export async function findMissingChannels(db: Queryable): Promise<string[]> {
  const existing = channels().map(({ id }) => id);
  const { rows } = await sql<{ channel: string; customers: number }>`
    select channel, count(*)::int as customers from customers
    where deleted_at is null and channel <> all(${existing}::text[]) group by channel order by channel`.execute(
    db,
  );
  const { name } = defaultChannel();
  return rows.map(({ channel, customers }) => {
    const whose = customers === 1 ? '1 customer belongs' : `${customers} customers belong`;
    return `${whose} to the channel '${channel}', which CHANNELS_FILE lacks: they are shown ${name} and get its mails. Nothing of theirs is lost, and with the channel back in the file all is as before.`;
  });
}
