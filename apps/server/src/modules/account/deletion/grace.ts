import { DELETION_GRACE_DAYS } from '@keepsake/contracts/account/account-deletion';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { onlyRow, type Queryable } from '../../../platform/database/database.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { findCustomer } from '../customers/index.ts';
import { findClosing } from './store.ts';

/** The time until which a closed account can be kept, with its customer's time zone. */
type Grace = { eraseAt: Date; timeZone: string };

/** When the grace period of an account closed now is over: as the day after its last day begins in that time zone. */
export async function endOfGrace(db: Queryable, now: Date, timeZone: string): Promise<Date> {
  const found = await sql<{ end: Date }>`select
    ((${now}::timestamptz at time zone ${timeZone})::date + ${DELETION_GRACE_DAYS + 1}::int)::timestamp
      at time zone ${timeZone} as end`.execute(db);
  return onlyRow(found).end;
}

/** Null for an open account, and once it is being erased. */
export async function findGrace(db: Queryable, customerId: CustomerId): Promise<Grace | null> {
  const closing = await findClosing(db, customerId);
  if (!closing?.erase_at || closing.erasing_at) return null;
  const customer = await findCustomer(db, customerId);
  const { timeZone } = channelOrDefault(customer?.channel);
  return { eraseAt: closing.erase_at, timeZone };
}

const lastMomentOf = ({ eraseAt }: Grace) => new Date(eraseAt.getTime() - 1);

/** The last day of grace, in words. */
export const lastDayInWords = (grace: Grace, locale: Locale): string =>
  dateInSentence(lastMomentOf(grace), locale, grace.timeZone);

/** The last day of grace as YYYY-MM-DD, the Swedish date format. */
export const lastDayOf = (grace: Grace): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: grace.timeZone }).format(lastMomentOf(grace));
