import { ANSWER_SHOWN_BYTES } from '@keepsake/contracts';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { queueMail } from '../../../platform/mail.ts';
import { push } from '../../../platform/push.ts';
import { findRecipient } from '../../frame/mails/index.ts';
import { type CustomerReceivers, laneOf, SLOW_MS, type Tried } from '../outgoing-events/index.ts';
import type { Deps } from './deps.ts';
import { encodeXml } from './encode-xml.ts';
import { composeStopped } from './mails.ts';
import { signingKeys } from './settings.ts';
import { type EndpointRow, findEndpoint, insertTry, lockEndpoint, saveStanding } from './store.ts';

/** So long nothing but failures ends it. */
const FAILING_MS = 5 * DAY_MS;
const GONE = 410;

/** Customers' addresses, as the sender of all that we tell needs them. */
export function createReceivers(deps: Omit<Deps, 'notifyCustomer' | 'cursors'>): CustomerReceivers {
  const { proxy, isLoopbackAllowed } = deps;
  return {
    findLane,
    hasAddressSql,
    async find(userId) {
      const row = await findEndpoint(deps.prepared ?? deps.db, userId);
      if (!row?.url) return 'no address is set';
      if (row.stopped_at) return 'callbacks were stopped';
      if (!(await deps.mayReceive(userId))) return 'the account gets no callbacks at present';
      const how = { isInternal: false, isLoopbackAllowed, proxy, types: null, channels: null };
      const encode = row.format === 'xml' ? encodeXml : undefined;
      return { url: row.url, secrets: signingKeys(deps, row), ...how, ...(encode && { encode }) };
    },
    onTried: (trx, userId, tried) => noteTry(deps, trx, { userId, tried }),
    onNoted: createNews(deps),
  };
}

async function findLane(trx: Queryable, userId: string): Promise<string | null> {
  const row = await findEndpoint(trx, userId);
  // What is not sent while callbacks are stopped can be sent once they are not.
  return row?.url ? laneOf(userId, row.is_slow) : null;
}

const hasAddressSql = (userId: string): RawBuilder<unknown> =>
  sql`exists (select from callback_endpoints where user_id = ${userId}::uuid and url is not null)`;

/** For who only queues what the server sends: a command. */
export const customersListening: CustomerReceivers = {
  findLane,
  hasAddressSql,
  find: async () => 'the server sends callbacks',
  onTried: async () => undefined,
  onNoted: () => undefined,
};

/** Whether something is sent there. */
export const isOn = ({ url, stopped_at: stoppedAt }: EndpointRow): boolean =>
  url !== null && stoppedAt === null;

/** How long news of a customer are gathered, in milliseconds. */
const GATHERED_MS = 300;

/**
 * Has a customer's open pages read what was tried, at most every 300 ms: transactions that notify commit one after the other.
 * What is lost in a crash is read when the page is opened.
 */
function createNews({ db, clock }: Pick<Deps, 'db' | 'clock'>): (userId: string) => void {
  const waiting = new Set<string>();
  return (userId) => {
    if (waiting.has(userId)) return;
    waiting.add(userId);
    const notify = async () => {
      waiting.delete(userId);
      await push(db, userId, { type: 'callbacks-changed', data: {} }, clock()).catch(() => undefined);
    };
    setTimeout(notify, GATHERED_MS).unref();
  };
}

type Noted = { userId: string; tried: Tried };

async function noteTry(
  deps: Pick<Deps, 'clock' | 'publicUrl'>,
  trx: Queryable,
  { userId, tried: { head, ...tried } }: Noted,
): Promise<void> {
  const now = deps.clock();
  await insertTry(trx, { userId, id: newId(), ...tried, answer: head && textOf(head) });
  const known = await findEndpoint(trx, userId);
  if (!known || !changesStanding(known, tried, now)) return;
  // It is locked only where it changes: most tries go well, as those before them did.
  const row = await lockEndpoint(trx, userId);
  if (!row || !isOn(row)) return;
  const standing = standingAfter(row, tried, now);
  await saveStanding(trx, userId, standing);
  if (standing.stopped_at) await notifyStopped(deps, trx, { row, reason: standing.stopped_for });
}

function changesStanding(
  row: EndpointRow,
  tried: Pick<Tried, 'status' | 'milliseconds'>,
  now: Date,
): boolean {
  const after = standingAfter(row, tried, now);
  return isOn(row) && Object.entries(after).some(([name, value]) => row[name as keyof EndpointRow] !== value);
}

/** How an address stands after a try: it ends by a 410, and when for five days nothing came through. */
function standingAfter(
  row: EndpointRow,
  { status, milliseconds }: Pick<Tried, 'status' | 'milliseconds'>,
  now: Date,
) {
  const isGood = status !== null && status >= 200 && status < 300;
  const failingSince = isGood ? null : (row.failing_since ?? now);
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS;
  const reason = status === GONE ? 'gone' : isFailing ? 'failing' : null;
  return {
    failing_since: failingSince,
    is_slow: milliseconds > SLOW_MS,
    stopped_at: reason && now,
    stopped_for: reason,
  };
}

async function notifyStopped(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  { row, reason }: { row: EndpointRow; reason: string | null },
): Promise<void> {
  const to = await findRecipient(trx, row.user_id);
  if (!to) return;
  const told = { to, publicUrl, url: row.url ?? '', reason: reason === 'gone' ? 'gone' : 'failing' } as const;
  await queueMail(trx, composeStopped(told));
}

/** The beginning of an answer as text that can be stored and shown. */
const textOf = (head: Buffer): string =>
  new TextDecoder().decode(head.subarray(0, ANSWER_SHOWN_BYTES)).replaceAll('\0', '\ufffd');
