import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { findRecipients } from '../customers/index.ts';
import { endSubscription } from './change.ts';
import type { Deps } from './deps.ts';
import { createKeys, type Keys } from './keys.ts';
import { recordOptOut } from './newsletter-journal.ts';
import { addressToUnsubscribe } from './one-click.ts';
import { findSubscription, liftSuppression, suppress } from './store.ts';

export const SECRET = 'newsletter';
const readKeys = async (secrets: Secrets): Promise<Keys> => createKeys(await secrets.read(SECRET));

type Stored = Pick<Deps, 'db' | 'secrets'>;

/** Suppresses addresses because mails to them bounce, or lifts that again. @returns how many were changed. */
export async function suppressAddresses(
  { db, secrets, journal }: Stored & Pick<Deps, 'journal'>,
  emails: readonly string[],
  { isLifted, now }: { isLifted: boolean; now: Date },
): Promise<number> {
  const keys = await readKeys(secrets);
  let changed = 0;
  const done = new Set<string>();
  for (const email of emails) {
    const hmac = await keys.hmacOf(db, email);
    // The same address may be written in several ways.
    if (done.has(hmac.toString('hex'))) continue;
    done.add(hmac.toString('hex'));
    const isChanged = await retryConflicts(() =>
      db.transaction().execute((trx) => suppressOrLift(trx, { journal }, { hmac, isLifted, now })),
    );
    if (isChanged) changed++;
  }
  return changed;
}

export type Stop = {
  email: string;
  /** Those whose account has the address. */
  customerIds: readonly CustomerId[];
  by: 'bounce' | 'complaint';
  now: Date;
};

/** Stops newsletters to an address, in the transaction. After a complaint its owner may subscribe again. */
export async function stopNewsletters(
  trx: Queryable,
  { keys, journal }: { keys: Keys } & Pick<Deps, 'journal'>,
  { email, customerIds, by, now }: Stop,
): Promise<void> {
  const hmac = await keys.hmacOf(trx, email);
  for (const customerId of customerIds) {
    const found = await findSubscription(trx, customerId);
    if (found?.address_hmac.equals(hmac)) await endSubscription(trx, customerId, { by, now });
  }
  const reason = by === 'bounce' ? 'bounced' : 'unsubscribed';
  await suppress(trx, hmac, reason, now);
  await recordOptOut(journal, trx, { hmac, reason, isLifted: false, now });
}

type Bounced = { hmac: Buffer; isLifted: boolean; now: Date };

/** @returns whether there was something to change. */
async function suppressOrLift(
  trx: Queryable,
  { journal }: Pick<Deps, 'journal'>,
  { hmac, isLifted, now }: Bounced,
): Promise<boolean> {
  const noted = { hmac, reason: 'bounced', isLifted, now } as const;
  if (isLifted) {
    if (!(await liftSuppression(trx, hmac, 'bounced'))) return false;
  } else {
    const subscribed = trx.selectFrom('newsletter_subscriptions').where('address_hmac', '=', hmac);
    for (const { user_id: customerId } of await subscribed.select('user_id').execute())
      await endSubscription(trx, customerId, { by: 'bounce', now });
    await suppress(trx, hmac, 'bounced', now);
  }
  await recordOptOut(journal, trx, noted);
  return true;
}

/** Subscribers read per page. */
const PAGE = 500;

/**
 * The subscribers, for a platform of the retailer's that sends newsletters. Paused ones are included, with the end of the pause.
 */
export async function* exportSubscribers({ db, secrets, publicUrl }: Stored & Pick<Deps, 'publicUrl'>) {
  const keys = await readKeys(secrets);
  let after: string | null = null;
  do {
    const { rows }: { rows: Subscriber[] } = await sql<Subscriber>`
      select user_id, topics, frequency, paused_until, confirmed_at from newsletter_subscriptions as subscribed
      where confirmed_at is not null and (${after}::uuid is null or user_id > ${after}) and not exists (
        select from newsletter_suppressions as barred where barred.address_hmac = subscribed.address_hmac)
      order by user_id limit ${PAGE}`.execute(db);
    const recipients = await findRecipients(
      db,
      rows.map(({ user_id }) => user_id),
    );
    for (const { user_id: customerId, topics, frequency, paused_until, confirmed_at } of rows) {
      const recipient = recipients.get(customerId);
      if (!recipient) continue;
      const { email, name, locale, channel } = recipient;
      const unsubscribeUrl = addressToUnsubscribe(publicUrl, keys.tokenFor(customerId));
      const choice = { topics, frequency, pausedUntil: paused_until, confirmedAt: confirmed_at };
      yield { customerId, email, name, locale, channel: channel.id, ...choice, unsubscribeUrl };
    }
    after = rows.length === PAGE ? (rows.at(-1)?.user_id ?? null) : null;
  } while (after);
}

type Subscriber = {
  user_id: CustomerId;
  topics: string[];
  frequency: string;
  paused_until: Date | null;
  confirmed_at: Date;
};
