import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { channels, defaultChannel } from './channels.ts';

/** One sentence for the operator for each channel that customers have and this process lacks. */
export async function findMissingChannels(db: Queryable): Promise<string[]> {
  const known = channels().map(({ id }) => id);
  const { rows } = await sql<{ channel: string; customers: number }>`
    select channel, count(*)::int as customers from customers
    where deleted_at is null and channel <> all(${known}::text[]) group by channel order by channel`.execute(
    db,
  );
  const { name } = defaultChannel();
  return rows.map(({ channel, customers }) => {
    const whose = customers === 1 ? '1 customer belongs' : `${customers} customers belong`;
    return `${whose} to the channel '${channel}', which CHANNELS_FILE lacks: they are shown ${name} and get its mails. Nothing of theirs is lost, and with the channel back in the file all is as before.`;
  });
}
