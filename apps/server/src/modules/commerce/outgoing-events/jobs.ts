import { outgoingEvent } from '@keepsake/contracts';
import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import type { Deps, Tried } from './deps.ts';
import {
  addSendJob,
  CUSTOMER,
  type EventRef,
  findWaiting,
  forgetOver,
  laneOf,
  lockAlike,
  type Noted,
  recordTrySql,
  recordVoid,
  SEND_EVENT,
  SLOW_MS,
  type Waiting,
} from './store.ts';
import { type Attempt, trySending } from './try-sending.ts';

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
export function sendEventTask(given: Deps): Task {
  const deps = { ...given, db: given.prepared ?? given.db };
  return {
    name: SEND_EVENT,
    isAway: true,
    async handle(payload, { signal }) {
      const ref = payloadSchema.parse(payload);
      const event = await findWaiting(deps.db, ref);
      if (!event) return;
      const receiver = await findReceiver(deps, ref, event);
      if (typeof receiver === 'string') return await putAside(deps, ref, receiver);
      await conclude(deps, {
        ref,
        event,
        attempt: await trySending(deps, receiver, { ...ref, ...event, signal }),
      });
    },
  };
}

/** A sentence where an event of a customer goes nowhere now; undefined for a service that is no longer set. */
async function findReceiver({ receivers, customers }: Deps, { userId }: EventRef, { service }: Waiting) {
  if (service !== CUSTOMER) return receivers[service];
  return (await customers?.find(userId)) ?? 'no callbacks are sent here';
}

/** Ends an event without a try. Its customer may have it sent again. */
async function putAside({ db, clock }: Deps, ref: EventRef, answer: string): Promise<void> {
  const now = clock();
  await recordTrySql(ref, { state: 'failed', answer, now, nextAt: now, isTried: false }).execute(db);
}

type Outcome = { ref: EventRef; event: Waiting; attempt: Attempt };

async function conclude(deps: Deps, { ref, event, attempt }: Outcome): Promise<void> {
  const { log, clock, db } = deps;
  const now = clock();
  const { status, fault, retryAfter } = attempt;
  const answer = status === null ? (fault ?? 'no answer') : `status ${status}`;
  const note = { answer, now, nextAt: now };
  if (status !== null && status >= 200 && status < 300)
    return await record(deps, { ref, event, attempt }, { ...note, state: 'sent' });
  const wait = WAITS_MS[event.tries];
  if (wait === undefined || status === GONE) {
    if (event.service !== CUSTOMER) {
      log.error({ eventId: ref.id, answer }, 'an outgoing event was given up');
      return await giveUp(deps, ref, { answer, now });
    }
    return await record(deps, { ref, event, attempt }, { ...note, state: 'failed' });
  }
  const asked = 1_000 * Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_S);
  const nextAt = new Date(now.getTime() + Math.max(spread(wait, ref.id), asked));
  await record(deps, { ref, event, attempt }, { ...note, state: 'waiting', nextAt });
  await addSendJob(db, ref, {
    runAt: nextAt,
    ...(event.service === CUSTOMER && { lane: laneOf(ref.userId, attempt.milliseconds > SLOW_MS) }),
  });
}

/** Notes what became of an event, with the try that its customer can look up. */
async function record(
  { db, customers }: Deps,
  { ref, event, attempt }: Outcome,
  noted: Noted,
): Promise<void> {
  const eventSql = recordTrySql(ref, noted);
  if (event.service !== CUSTOMER || !customers) {
    await eventSql.execute(db);
    return;
  }
  const { at, milliseconds, status, fault, head } = attempt;
  const tried: Tried = { eventId: ref.id, at, milliseconds, status, fault, head };
  await customers.noteTry(db, ref.userId, tried, eventSql);
}

/** Ends the tries of an event, and for all receivers the event itself, once none of them has it or may still get it. */
async function giveUp(
  { db, onGivenUp }: Deps,
  ref: EventRef,
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const alike = await lockAlike(trx, ref);
    await recordTrySql(ref, { state: 'failed', answer, now, nextAt: now }).execute(trx);
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
