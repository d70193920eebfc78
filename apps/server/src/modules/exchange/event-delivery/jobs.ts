import { outgoingEvent } from '@keepsake/contracts/outgoing-events';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import { resumeStalled } from '../../../platform/jobs/stalled-work.ts';
import { findStoredJson } from '../../../platform/stored-json.ts';
import { type CustomerReceivers, createReceivers } from './callbacks/receivers.ts';
import type { Deps } from './deps.ts';
import {
  addSendJob,
  CUSTOMER,
  type EventRef,
  findWaiting,
  laneOf,
  lockSameEvent,
  type Noted,
  recordTrySql,
  recordVoid,
  SEND_EVENT,
  SLOW_MS,
  type Waiting,
  waitingEventsSql,
} from './store.ts';
import { type Attempt, isAccepted, isGone, type Tried, trySending } from './try-sending.ts';

const payloadSchema = z.object({ customerId: customerIdSchema, id: z.string() });

/** Pauses between attempts, five days in total. */
const WAITS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24, 24, 24].map((hours) => hours * HOUR_MS),
];
/** A receiver that asks for a longer pause is tried anyway. */
const MAX_RETRY_AFTER_S = DAY_MS / 1_000;
/**
 * Sends one event, at least once: after a kill between the answer and its record it is sent again under the same id, by which the
 * receiver recognises it. Failures are retried for five days.
 */
export function sendEventTask(given: Deps): Task {
  const deps = { ...given, db: given.prepared, customers: createReceivers(given) };
  return {
    name: SEND_EVENT,
    waitsForReconcile: true,
    runsElsewhere: true,
    async handle(payload, { signal }) {
      const ref = payloadSchema.parse(payload);
      const event = await findWaiting(deps.db, ref);
      if (!event) return;
      const receiver = await findReceiver(deps, ref, event);
      if (typeof receiver === 'string') return await skipEvent(deps, ref, receiver);
      await conclude(deps, {
        ref,
        event,
        attempt: await trySending(deps, receiver, { ...ref, ...event, signal }),
      });
    },
  };
}

type Sending = Deps & { customers: CustomerReceivers };

/** A sentence if a customer's event goes nowhere now; undefined for a service that is no longer configured. */
async function findReceiver(
  { receivers, customers }: Pick<Sending, 'receivers' | 'customers'>,
  { customerId }: EventRef,
  { service }: Waiting,
) {
  return service === CUSTOMER ? await customers.find(customerId) : receivers()[service];
}

/** Ends an event without an attempt. Its customer may have it sent again. */
async function skipEvent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: EventRef,
  answer: string,
): Promise<void> {
  const now = clock();
  await recordTrySql(ref, { state: 'failed', answer, now, nextAt: now, isTried: false }).execute(db);
}

type Outcome = { ref: EventRef; event: Waiting; attempt: Attempt };

async function conclude(deps: Sending, { ref, event, attempt }: Outcome): Promise<void> {
  const { log, clock, db } = deps;
  const now = clock();
  const { status, fault, retryAfter } = attempt;
  const answer = status === null ? (fault ?? 'no answer') : `status ${status}`;
  const note = { answer, now, nextAt: now };
  if (isAccepted(attempt)) return await record(deps, { ref, event, attempt }, { ...note, state: 'sent' });
  const wait = WAITS_MS[event.tries];
  if (wait === undefined || isGone(attempt)) {
    if (event.service !== CUSTOMER) {
      log.error({ eventId: ref.id, answer }, 'an outgoing event was given up');
      return await giveUp(deps, ref, { answer, now });
    }
    return await record(deps, { ref, event, attempt }, { ...note, state: 'failed' });
  }
  const requested = 1_000 * Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_S);
  const nextAt = new Date(now.getTime() + Math.max(spread(wait, ref.id), requested));
  await record(deps, { ref, event, attempt }, { ...note, state: 'waiting', nextAt });
  await addSendJob(db, ref, {
    runAt: nextAt,
    ...(event.service === CUSTOMER && { lane: laneOf(ref.customerId, attempt.milliseconds > SLOW_MS) }),
  });
}

/** Records the outcome of an event, with the attempt that its customer can look up. */
async function record(
  { db, customers }: Pick<Sending, 'db' | 'customers'>,
  { ref, event, attempt }: Outcome,
  noted: Noted,
): Promise<void> {
  const eventSql = recordTrySql(ref, noted);
  if (event.service !== CUSTOMER) {
    await eventSql.execute(db);
    return;
  }
  const { at, milliseconds, status, fault, head } = attempt;
  const tried: Tried = { eventId: ref.id, at, milliseconds, status, fault, head };
  await customers.noteTry(db, ref.customerId, tried, eventSql);
}

/** Ends the attempts of an event, and the event as a whole once no receiver has it or may still get it. */
async function giveUp(
  { db, onGivenUp }: Pick<Deps, 'db' | 'onGivenUp'>,
  ref: EventRef,
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const copies = await lockSameEvent(trx, ref);
    await recordTrySql(ref, { state: 'failed', answer, now, nextAt: now }).execute(trx);
    if (!onGivenUp || copies.some(({ id, state }) => id !== ref.id && state !== 'failed')) return;
    const event = findStoredJson(outgoingEvent, copies[0]?.body ?? '');
    if (event && (await onGivenUp(trx, event))) await recordVoid(trx, ref.customerId, copies);
  });
}

const CHECK = 'check-outgoing-events';
export const CHECK_CRON: Cron = { task: CHECK, at: '6,16,26,36,46,56 * * * *' };

/** Housekeeping: a waiting event whose job is missing or has used up its attempts gets another one. */
export function checkEventsTask(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Task {
  return {
    name: CHECK,
    waitsForReconcile: false,
    async handle() {
      await resumeStalled(deps, {
        waiting: waitingEventsSql(deps.clock()),
        resume: ({ customerId, id, service }) =>
          addSendJob(
            deps.db,
            { customerId, id },
            service === CUSTOMER ? { lane: laneOf(customerId, false) } : {},
          ),
      });
    },
  };
}

/** Adds up to a tenth, different for each event, so that what failed together is not retried together. */
function spread(wait: number, id: string): number {
  return wait * (1 + Number.parseInt(id.slice(-2), 16) / 2_560);
}
