import type { AccountEventKind } from '@keepsake/contracts/account/account-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../../../platform/database/database.ts';
import { type Device, deviceOf } from '../../../../platform/http/device.ts';
import { queueMail } from '../../../../platform/mail.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import type { Visit } from '../../pages/index.ts';
import type { Deps } from '../deps.ts';
import { eventMail, type MailedEvent } from './event-mail.ts';
import { insertEvent } from './event-store.ts';

/** Events that are also mailed, with the texts `event.<kind>.subject` and `.text`. */
const MAILED_EVENTS: readonly AccountEventKind[] = [
  'signed-in-new-device',
  'password-changed',
  'other-sessions-ended',
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'passkey-suspicious',
] satisfies readonly MailedEvent[];

export type NoteDeps = Pick<Deps, 'appearances' | 'publicUrl' | 'clock'>;

type Noted = {
  account: Pick<Account, 'id' | 'email' | 'name' | 'channel' | 'locale'>;
  kind: AccountEventKind;
  /** The device used; `deviceOf` reads it from a request. */
  device: Device;
  /** Where to take the mail's brand from; defaults to the account's. */
  visit?: Pick<Visit, 'appOrigin' | 'channel'>;
  /** False if a mail of that kind has just been written, or too many. */
  hasMail?: boolean;
};

/**
 * Records an event of an account for its owner, and mails the owner if its kind is mailed, both in the transaction of the event
 * itself.
 */
export async function noteEvent(deps: NoteDeps, trx: Queryable, noted: Noted): Promise<void> {
  const { account, kind, device, visit, hasMail = true } = noted;
  const now = deps.clock();
  await insertEvent(trx, { accountId: account.id, kind, device, now });
  if (!hasMail || !isMailed(kind)) return;
  const { origin: appOrigin } = new URL(deps.publicUrl);
  const appearance = deps.appearances.ofVisit({
    appOrigin: visit?.appOrigin ?? appOrigin,
    channel: visit?.channel ?? account.channel,
    locale: account.locale,
  });
  const { publicUrl } = deps;
  await queueMail(trx, eventMail(appearance, { kind, to: account, device, at: now, publicUrl }));
}

/** Records, for the owner of an account, something that happened to it elsewhere in the platform. */
export type NoteOwnEvent = (
  trx: Queryable,
  happened: { customerId: CustomerId; kind: AccountEventKind; request: Pick<FastifyRequest, 'headers'> },
) => Promise<void>;

/** Records an event of an account known only by its id; does nothing if the account is gone. */
export function createNoteOwnEvent(deps: NoteDeps): NoteOwnEvent {
  return async (trx, { customerId, kind, request }) => {
    const account = await findAccount(trx, customerId);
    if (account) await noteEvent(deps, trx, { account, kind, device: deviceOf(request) });
  };
}

const isMailed = (kind: AccountEventKind): kind is MailedEvent => MAILED_EVENTS.includes(kind);
