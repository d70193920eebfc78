import { outgoingEvent } from '@keepsake/contracts';
import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import { postWebhook, type WebhookAnswer, WebhookRefused } from '../../../platform/post-webhook.ts';
import type { Deps, Receiver } from './deps.ts';
import { signatureHeaders } from './sign.ts';
import {
  addSendJob,
  type EventRef,
  findWaiting,
  forgetOver,
  lockAlike,
  recordTry,
  recordVoid,
  SEND_EVENT,
} from './store.ts';

const payloadSchema = z.object({ userId: z.string(), id: z.string() });

/** Waits between the tries, five days in all. */
const WAITS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * HOUR_MS),
];
/** A receiver that wants to be asked later than this is asked all the same. */
const MAX_RETRY_AFTER_S = DAY_MS / 1_000;
/** The receiver wants no more of it. */
const GONE = 410;

/**
 * Sends one event, at least once: after a kill between the answer and its record it is sent again under the same id, by which
 * the receiver knows it. What fails is tried again for five days.
 */
export function sendEventTask(deps: Deps): Task {
  return {
    name: SEND_EVENT,
    async handle(payload) {
      const ref = payloadSchema.parse(payload);
      const event = await findWaiting(deps.db, ref);
      if (!event) return;
      const receiver = deps.receivers[event.service];
      const answer = receiver
        ? await trySending(deps, receiver, { ...ref, body: event.body })
        : 'no webhook is set';
      await conclude(deps, { ref, tries: event.tries, answer });
    },
  };
}

type Sent = EventRef & { body: string };

/** The answer, or why there was none. */
async function trySending(
  { clock }: Deps,
  receiver: Receiver,
  { id, body }: Sent,
): Promise<WebhookAnswer | string> {
  const headers = signatureHeaders(receiver.secrets, { id, at: clock(), body });
  try {
    if ('take' in receiver) return { status: await receiver.take({ headers, body }), retryAfter: null };
    return await postWebhook(receiver, { headers, body });
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    return error instanceof WebhookRefused ? message : (code ?? name);
  }
}

type Outcome = { ref: EventRef; tries: number; answer: WebhookAnswer | string };

async function conclude(deps: Deps, { ref, tries, answer }: Outcome): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock();
  const status = typeof answer === 'string' ? null : answer.status;
  const told = typeof answer === 'string' ? answer : `status ${answer.status}`;
  if (status !== null && status >= 200 && status < 300)
    return await recordTry(db, ref, { state: 'sent', answer: told, now, nextAt: now });
  const wait = WAITS_MS[tries];
  if (wait === undefined || status === GONE) {
    log.error({ eventId: ref.id, answer: told }, 'an outgoing event was given up');
    return await giveUp(deps, ref, { answer: told, now });
  }
  const asked = typeof answer === 'string' ? null : answer.retryAfter;
  const nextAt = new Date(
    now.getTime() + Math.max(spread(wait, ref.id), 1_000 * Math.min(asked ?? 0, MAX_RETRY_AFTER_S)),
  );
  await recordTry(db, ref, { state: 'waiting', answer: told, now, nextAt });
  await addSendJob(db, ref, nextAt);
}

/** Ends the tries of an event, and for all receivers the event itself, once none of them has it or may still get it. */
async function giveUp(
  { db, onGivenUp }: Deps,
  ref: EventRef,
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const alike = await lockAlike(trx, ref);
    await recordTry(trx, ref, { state: 'failed', answer, now, nextAt: now });
    if (!onGivenUp || alike.some(({ id, state }) => id !== ref.id && state !== 'failed')) return;
    const event = outgoingEvent.safeParse(JSON.parse(alike[0]?.body ?? '{}'));
    if (event.success && (await onGivenUp(trx, event.data))) await recordVoid(trx, ref.userId, alike);
  });
}

const FORGET = 'forget-outgoing-events';
export const FORGET_CRON: Cron = { task: FORGET, at: '53 3 * * *' };
/** How long an operator can look up what was said: long enough for any question that a customer asks about an order. */
const KEPT_DAYS = 90;

/** Forgets what was delivered or is void: it holds names and addresses, which orders and declarations keep as long as they must. */
export function forgetTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: FORGET,
    async handle() {
      await forgetOver(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
    },
  };
}

/** Up to a tenth more, other for each event: what failed at once is not tried at once. */
function spread(wait: number, id: string): number {
  return wait * (1 + Number.parseInt(id.slice(-2), 16) / 2_560);
}
