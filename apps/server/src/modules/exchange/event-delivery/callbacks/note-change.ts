import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import { queueMail } from '../../../../platform/mail.ts';
import type { CallOrigin, SecurityEvent } from '../../../../platform/security-log.ts';
import { findRecipient } from '../../../account/customers/index.ts';
import type { CallbackDeps } from './deps.ts';
import { type Change, composeChanged } from './mails.ts';

type Changed = { customerId: CustomerId; change: Change; request: CallOrigin };

const EVENTS = {
  set: 'callback-address-changed',
  off: 'callback-address-changed',
  format: 'callback-format-changed',
  key: 'callback-key-made',
} as const satisfies Record<Change['kind'], SecurityEvent>;

/**
 * Notifies the owner of a change of where callbacks go, what they are or how they are signed, in its transaction: whoever sets the address
 * receives every order. The mail goes out whichever provider keeps the account; the activity is shown where it is ours.
 */
export async function noteChange(
  { noteEvent, security, publicUrl }: Pick<CallbackDeps, 'noteEvent' | 'security' | 'publicUrl'>,
  trx: Queryable,
  { customerId, change, request }: Changed,
): Promise<void> {
  const kind = EVENTS[change.kind];
  await noteEvent(trx, { customerId, kind, request });
  const to = await findRecipient(trx, customerId);
  if (to) await queueMail(trx, composeChanged({ to, publicUrl, change }));
  await security.record(kind, { request, customerId, reason: change.kind });
}
