import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { Attempt } from '../../../platform/idempotency.ts';
import { createOnce, findAnswer } from '../../../platform/idempotency.ts';
import { queueSealedMail, readMailKey } from '../../../platform/mail.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import { channels } from '../../frame/channels/index.ts';
import type { Deps, WidgetRef } from './deps.ts';
import { composeShareMail } from './mails.ts';
import { addressOfWidget, type PresentDeps } from './present-widgets.ts';
import { hasRefused } from './refusals.ts';
import { findWidget } from './store.ts';

/** Limits the mails one address gets, whoever sends them. */
const RECIPIENT_POLICY: ThrottlePolicy = {
  name: 'mail:widget',
  freeAttempts: 5,
  firstBlockSeconds: HOUR_SECONDS,
  longestBlockSeconds: DAY_SECONDS,
  forgetAfterSeconds: DAY_SECONDS,
};

type Shared = {
  vendorId: string;
  fromName: string;
  personalMessage: string;
  toEmailAddress: string;
};
type ShareDeps = PresentDeps & Pick<Deps, 'secrets' | 'throttle'>;
type Answer = { sharedAt: string };

/**
 * Queues the mail with a widget's address, once per attempt. Throws `not-found`, `order-blocked`, `recipient-refused` and
 * `too-many-requests`, none of which names the recipient.
 */
export async function shareWidget(
  deps: ShareDeps,
  ref: WidgetRef,
  { shared, attempt }: { shared: Shared; attempt: Attempt | null },
): Promise<Answer> {
  const { db, clock, throttle, tokens } = deps;
  const call = { customer: { customerId: ref.customerId }, attempt };
  const answered = await findAnswer<Answer>(deps, call);
  if (answered) return answered;
  const channel = channels().find(({ vendor }) => vendor === shared.vendorId);
  if (!channel) throw faultyField('query.vendorId', 'is not one of our brands');
  const widget = await findWidget(db, ref);
  if (!widget) throw new Problem('not-found');
  if (widget.block) throw new Problem('order-blocked', { detail: widget.block.reason ?? undefined });
  const to = shared.toEmailAddress;
  const addressHmac = await tokens.hmacOf(db, to);
  if (await hasRefused(db, addressHmac)) throw new Problem('recipient-refused');
  if (await throttle.attempt(RECIPIENT_POLICY, to)) throw new Problem('too-many-requests');
  const mail = composeShareMail(deps, {
    to,
    channel,
    kind: widget.kind,
    fromName: shared.fromName,
    message: shared.personalMessage,
    link: addressOfWidget(deps, widget.id),
    refusalToken: tokens.refusalTokenOf(addressHmac),
  });
  const key = await readMailKey(deps.secrets);
  return createOnce<Answer>(deps, call, async (trx) => {
    await queueSealedMail(trx, mail, key);
    return { sharedAt: clock().toISOString() };
  });
}
