import { isIP } from 'node:net';
import type { CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import {
  CALLBACK_MESSAGES,
  CALLBACK_STOPS,
  type CallbackAddressFault,
  type CallbackSettings,
  findCallbackAddressFault,
  LOOPBACK_HOST,
} from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import { withoutBrackets } from '../../../../platform/network.ts';
import { isPublicAddress } from '../../../../platform/post-webhook.ts';
import { faultyField, Problem } from '../../../../platform/problem.ts';
import { push } from '../../../../platform/push.ts';
import type { CallOrigin } from '../../../../platform/security-log.ts';
import type { CallbackChoice } from '../../../account/customers/index.ts';
import type { CallbackDeps } from './deps.ts';
import { firstKeys, keysInUse, olderUntil, rotateKeys } from './keys.ts';
import type { Change } from './mails.ts';
import { noteChange } from './note-change.ts';
import { type EndpointRow, findEndpoint, lockEndpoint, saveEndpoint, saveKeys } from './store.ts';

export async function readChoice(db: Queryable, customerId: CustomerId): Promise<CallbackChoice> {
  const row = await findEndpoint(db, customerId);
  return { callbackUrl: row?.url ?? null, callbackFormat: formatOf(row) };
}

/** Stores the given settings, in the transaction of the other details. Throws `invalid-request`. */
export async function changeChoice(
  deps: Pick<CallbackDeps, 'keys' | 'clock' | 'isLoopbackAllowed' | 'noteEvent' | 'security' | 'publicUrl'>,
  trx: Queryable,
  customerId: CustomerId,
  { callbackUrl, callbackFormat, request }: Partial<CallbackChoice> & { request: CallOrigin },
): Promise<void> {
  const { keys, clock, isLoopbackAllowed } = deps;
  const fault = callbackUrl ? findFault(callbackUrl, isLoopbackAllowed) : null;
  if (fault) throw faultyField('body.callbackUrl', CALLBACK_MESSAGES[fault]);
  const url = callbackUrl ? new URL(callbackUrl).href : callbackUrl === undefined ? undefined : null;
  const now = clock();
  const stored = await lockEndpoint(trx, customerId);
  const before = { url: stored?.url ?? null, format: formatOf(stored) };
  const settings = { url, format: callbackFormat };
  await saveEndpoint(trx, { customerId, ...settings, keys: keys.seal(customerId, firstKeys()), now });
  for (const change of changesSince(before, settings))
    await noteChange(deps, trx, { customerId, change, request });
  await push(trx, customerId, { type: 'callbacks-changed', data: {} }, now);
}

type Stored = { url: string | null; format: CallbackFormat };

/** What differs from before, for the owner to know. */
function changesSince(
  before: Stored,
  { url = before.url, format = before.format }: Partial<Stored>,
): Change[] {
  const changes: Change[] = [];
  if (url !== before.url)
    changes.push(url === null ? { kind: 'off' } : { kind: 'set', host: new URL(url).host });
  if (format !== before.format) changes.push({ kind: 'format', format });
  return changes;
}

/** What is wrong with an address as written. What its name resolves to is checked at every call. */
function findFault(typed: string, isLoopbackAllowed: boolean): CallbackAddressFault | null {
  const fault = findCallbackAddressFault(typed, { isLoopbackAllowed });
  if (fault) return fault;
  const { hostname } = new URL(typed);
  if (LOOPBACK_HOST.test(hostname)) return null;
  const host = withoutBrackets(hostname);
  const isPublic = isIP(host) ? isPublicAddress(host) : host.includes('.');
  return isPublic ? null : 'not-public';
}

const formatOf = (row: EndpointRow | undefined): CallbackFormat => (row?.format === 'xml' ? 'xml' : 'json');

/** The state of a customer's callbacks. */
export async function readSettings(
  {
    db,
    clock,
    keys,
    isLoopbackAllowed,
    testReceiverUrlOf,
  }: Pick<CallbackDeps, 'db' | 'clock' | 'keys' | 'isLoopbackAllowed' | 'testReceiverUrlOf'>,
  customerId: CustomerId,
): Promise<CallbackSettings> {
  const row = await findEndpoint(db, customerId);
  const reason = CALLBACK_STOPS.find((existing) => existing === row?.stopped_for);
  return {
    url: row?.url ?? null,
    format: formatOf(row),
    stopped: reason && row?.stopped_at ? { reason, at: row.stopped_at.toISOString() } : null,
    key: row
      ? {
          madeAt: row.key_made_at.toISOString(),
          isShown: row.key_shown_at !== null,
          olderUntil: olderUntil(keys.open(customerId, row.keys), clock()),
        }
      : null,
    isLoopbackAllowed,
    testReceiverUrl: testReceiverUrlOf(customerId),
  };
}

/** Creates a key and returns it. Throws `conflict` before an address is set, and `too-many-requests`. */
export async function makeKey(
  deps: Pick<CallbackDeps, 'db' | 'clock' | 'keys' | 'noteEvent' | 'security' | 'publicUrl'>,
  customerId: CustomerId,
  request: CallOrigin,
): Promise<{ key: string; olderUntil: string | null }> {
  const { db, clock, keys: keyring } = deps;
  return db.transaction().execute(async (trx) => {
    const row = await lockEndpoint(trx, customerId);
    if (!row) throw new Problem('conflict');
    const now = clock();
    const isShown = row.key_shown_at !== null;
    const keys = rotateKeys(keyring.open(customerId, row.keys), { isShown, now });
    await saveKeys(trx, { customerId, keys: keyring.seal(customerId, keys), now });
    await noteChange(deps, trx, { customerId, change: { kind: 'key' }, request });
    return { key: keys[0]?.key ?? '', olderUntil: olderUntil(keys, now) };
  });
}

/** The keys that sign now, newest first. */
export const signingKeys = (
  { keys, clock }: Pick<CallbackDeps, 'keys' | 'clock'>,
  customerId: CustomerId,
  sealed: string,
): string[] => keysInUse(keys.open(customerId, sealed), clock()).map(({ key }) => key);
