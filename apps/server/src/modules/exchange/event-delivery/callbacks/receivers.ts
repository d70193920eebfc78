import { ANSWER_SHOWN_BYTES, CALLBACK_TRIES_DAYS } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../../platform/clock.ts';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { queueMail } from '../../../../platform/mail.ts';
import { push } from '../../../../platform/push.ts';
import { findRecipient } from '../../../account/customers/index.ts';
import { laneOf, SLOW_MS } from '../store.ts';
import { isAccepted, isGone, type Receiver, type Tried } from '../try-sending.ts';
import type { SendingDeps } from './deps.ts';
import { encodeXml } from './encode-xml.ts';
import { composeStopped } from './mails.ts';
import { signingKeys } from './settings.ts';
import {
  type EndpointRow,
  findEndpoint,
  insertGoodTry,
  insertTry,
  lockEndpoint,
  readReceiving,
  saveHealth,
} from './store.ts';

/** An address is stopped after failing this long without a success. */
const FAILING_MS = CALLBACK_TRIES_DAYS * DAY_MS;

export type CustomerReceivers = {
  /** Where and how a customer's callbacks go; a sentence if they go nowhere now. */
  find(customerId: CustomerId): Promise<Receiver | string>;
  /** Records an attempt together with the outcome of its event, which is a separate statement: both or neither. */
  noteTry(db: Database, customerId: CustomerId, tried: Tried, eventSql: RawBuilder<unknown>): Promise<void>;
};

/** The addresses that customers set for their own systems. */
export function createReceivers(deps: SendingDeps): CustomerReceivers {
  const { proxy, isLoopbackAllowed } = deps;
  const notifyPages = createNews(deps);
  return {
    async find(customerId) {
      const row = await readReceiving(deps.prepared, customerId, deps.mayReceiveSql(customerId));
      if (!row?.url) return 'no address is set';
      if (row.isStopped) return 'callbacks were stopped';
      if (!row.mayReceive) return 'the account gets no callbacks at present';
      const how = { isInternal: false, isLoopbackAllowed, proxy, types: null, channels: null };
      const encode = row.format === 'xml' ? encodeXml : undefined;
      return {
        url: row.url,
        secrets: signingKeys(deps, customerId, row.keys),
        ...how,
        ...(encode && { encode }),
      };
    },
    async noteTry(db, customerId, tried, eventSql) {
      await noteTry(deps, db, { customerId, tried, eventSql });
      notifyPages(customerId);
    },
  };
}

/** The lane in which workers send a customer's callbacks; null if the customer gets none. */
export async function findLane(trx: Queryable, customerId: CustomerId): Promise<string | null> {
  const row = await findEndpoint(trx, customerId);
  // While callbacks are stopped, events are kept and can be sent once they resume.
  return row?.url ? laneOf(customerId, row.is_slow) : null;
}

/** SQL telling whether a customer has set an address. */
export const hasAddressSql = (customerId: CustomerId): RawBuilder<unknown> =>
  sql`exists (select from callback_endpoints where user_id = ${customerId}::uuid and url is not null)`;

/** Whether callbacks are sent there. */
export const isOn = ({ url, stopped_at: stoppedAt }: EndpointRow): boolean =>
  url !== null && stoppedAt === null;

/** How long news for a customer is collected, in milliseconds. */
const GATHERED_MS = 300;

/**
 * Has a customer's open pages reload the attempts, at most every 300 ms: transactions that notify commit one after the other.
 * News that is lost is read when the page is opened.
 */
function createNews({
  db,
  clock,
  log,
}: Pick<SendingDeps, 'db' | 'clock' | 'log'>): (customerId: CustomerId) => void {
  const waiting = new Set<string>();
  return (customerId) => {
    if (waiting.has(customerId)) return;
    waiting.add(customerId);
    const notify = async () => {
      waiting.delete(customerId);
      await push(db, customerId, { type: 'callbacks-changed', data: {} }, clock()).catch((err: unknown) =>
        log.warn({ err, customerId }, 'open pages were not told of new attempts'),
      );
    };
    setTimeout(notify, GATHERED_MS).unref();
  };
}

type Noted = { customerId: CustomerId; tried: Tried; eventSql: RawBuilder<unknown> };

async function noteTry(
  deps: Pick<SendingDeps, 'clock' | 'publicUrl'>,
  db: Database,
  { customerId, tried: { head, ...tried }, eventSql }: Noted,
): Promise<void> {
  const isSlow = tried.milliseconds > SLOW_MS;
  const row = { customerId, id: newId(), ...tried, answer: head && textOf(head) };
  if (isAccepted(tried)) return await insertGoodTry(db, row, { isSlow, eventSql });
  await db.transaction().execute(async (trx) => {
    await eventSql.execute(trx);
    await insertTry(trx, row);
    const endpoint = await lockEndpoint(trx, customerId);
    if (!endpoint || !isOn(endpoint)) return;
    const health = healthAfterFailure(endpoint, isGone(tried), deps.clock());
    await saveHealth(trx, customerId, { ...health, is_slow: isSlow });
    if (health.stopped_at) await notifyStopped(deps, trx, { row: endpoint, reason: health.stopped_for });
  });
}

/** The state of an address after a failure: it is stopped by a 410, and if nothing got through for five days. */
function healthAfterFailure(row: EndpointRow, isGone: boolean, now: Date) {
  const failingSince = row.failing_since ?? now;
  const isFailing = now.getTime() - failingSince.getTime() >= FAILING_MS;
  const reason: EndpointRow['stopped_for'] = isGone ? 'gone' : isFailing ? 'failing' : null;
  return { failing_since: failingSince, stopped_at: reason && now, stopped_for: reason };
}

async function notifyStopped(
  { publicUrl }: Pick<SendingDeps, 'publicUrl'>,
  trx: Queryable,
  { row, reason }: { row: EndpointRow; reason: string | null },
): Promise<void> {
  const to = await findRecipient(trx, row.user_id);
  if (!to) return;
  const notified = {
    to,
    publicUrl,
    url: row.url ?? '',
    reason: reason === 'gone' ? 'gone' : 'failing',
  } as const;
  await queueMail(trx, composeStopped(notified));
}

/** The beginning of an answer as text that can be stored and shown. */
const textOf = (head: Buffer): string =>
  new TextDecoder().decode(head.subarray(0, ANSWER_SHOWN_BYTES)).replaceAll('\0', '\ufffd');
