import type { declareOwnWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Attempt } from '../../../platform/idempotency.ts';
import { createOnce, findAnswer } from '../../../platform/idempotency.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { queueMail } from '../../../platform/mail.ts';
import { networkOf } from '../../../platform/network.ts';
import { MAIL_PACE, type ThrottlePolicy } from '../../../platform/throttle.ts';
import { findRecipient } from '../../account/customers/index.ts';
import { type Channel, channelOrDefault, requireChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { findOrder } from './find-order.ts';
import { composeReceipt } from './mails.ts';
import { presentReturn } from './present-withdrawal.ts';
import { PASS_ON, WITHDRAWALS } from './recover-withdrawals.ts';
import { type Declaration, insertDeclaration } from './store.ts';

/** Limits the receipts that one network has sent to others. */
const NETWORK_POLICY: ThrottlePolicy = { ...MAIL_PACE, name: 'withdrawal-network', freeAttempts: 20 };
/**
 * Limits the receipts one address gets. Those sent to a customer's own address are counted separately, so that nobody else can
 * use them up.
 */
const RECIPIENT_POLICY: ThrottlePolicy = { ...MAIL_PACE, name: 'mail:withdrawal', freeAttempts: 5 };
const OWN_POLICY: ThrottlePolicy = { ...MAIL_PACE, name: 'mail:own-withdrawal', freeAttempts: 20 };

/** The stored answer to a declaration. */
type Accepted = { withdrawalId: string; declaredAt: string };
type Receipt = ResponseOf<typeof declareOwnWithdrawal>;
type Declared = {
  declaration: Declaration;
  attempt: Attempt | null;
  ip: string;
  /** The signed-in customer. */
  customer: { customerId: CustomerId; email: string } | null;
};

/**
 * Accepts a declaration: stores it with the job that passes it on, and mails the receipt, in one transaction. It does the same
 * work whether or not the order exists: only the job looks. However often somebody declares, no declaration is refused: beyond
 * the limits only the receipt waits until the job has found the order. Throws `invalid-request`.
 */
export async function declareWithdrawal(deps: Deps, declared: Declared): Promise<Receipt> {
  const channel = requireChannel(declared.declaration.channel, 'body.channel');
  const seller = await findSeller(deps, channel, declared);
  const accepted = await accept(deps, { channel, seller }, declared);
  return { ...accepted, ...presentReturn(seller, new Date(accepted.declaredAt)) };
}

/**
 * The brand that sold the order, which receives the goods: of a customer's own orders. A visitor's order is not looked for here,
 * because the answer must not reveal whether it exists.
 */
async function findSeller(
  { db }: Pick<Deps, 'db'>,
  channel: Channel,
  { declaration: { order, email }, customer }: Declared,
): Promise<Channel> {
  const found = customer && (await findOrder(db, { declaredBy: customer.customerId, order, email }));
  return found ? channelOrDefault(found.channel) : channel;
}

async function accept(
  deps: Deps,
  { channel, seller }: { channel: Channel; seller: Channel },
  { declaration, attempt, ip, customer }: Declared,
): Promise<Accepted> {
  const customerId = customer?.customerId ?? NOBODY;
  const call = { customer: { customerId }, attempt };
  const answered = await findAnswer<Accepted>(deps, call);
  if (answered) return answered;
  const isMailed = await mayMail(deps.throttle, { to: declaration.email, ip, customer });
  return createOnce<Accepted>(deps, call, async (trx) => {
    const [id, declaredAt] = [newId(), deps.clock()];
    await insertDeclaration(trx, { ...declaration, channel: channel.id, customerId, id, declaredAt });
    // Signed-in customers have chosen a language for their mails.
    const recipient = customer && (await findRecipient(trx, customer.customerId));
    const locale = recipient?.locale ?? channel.locale;
    if (isMailed)
      await queueMail(trx, composeReceipt(deps, { channel: seller, declaration, declaredAt, locale }));
    await addJob(
      trx,
      PASS_ON,
      { customerId, id, isReceiptDue: !isMailed },
      { priority: PRIORITY.interactive, maxAttempts: 20 },
    );
    const context = { customerId, id, declaredAt: declaredAt.toISOString(), passedOn: null };
    await deps.journal.record(trx, WITHDRAWALS, {
      ...context,
      declaration: { ...declaration, channel: channel.id },
    });
    return { withdrawalId: id, declaredAt: declaredAt.toISOString() };
  });
}

type Mailed = Pick<Declared, 'ip' | 'customer'> & { to: string };

async function mayMail(throttle: Deps['throttle'], { to, ip, customer }: Mailed): Promise<boolean> {
  const isOwn = customer?.email.toLowerCase() === to.toLowerCase();
  const blockedUntil = isOwn
    ? await throttle.attempt(OWN_POLICY, to)
    : ((await throttle.attempt(NETWORK_POLICY, networkOf(ip))) ??
      (await throttle.attempt(RECIPIENT_POLICY, to)));
  return blockedUntil === null;
}
