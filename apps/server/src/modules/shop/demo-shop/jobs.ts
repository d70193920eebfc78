import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import { type OutgoingEvent, outgoingEvent } from '@keepsake/contracts/outgoing-events';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { addJob, PATIENT_ATTEMPTS, type Task } from '../../../platform/jobs/jobs.ts';
import { orderRef } from '../../orders/orders/index.ts';
import { answerEvent, answerTimeOf } from './answer-events.ts';
import { PICTURE_PROJECT, REPORT_PROJECT, reportProject } from './demo-projects.ts';
import type { ShopDeps } from './deps.ts';
import { SubjectGone } from './intake.ts';
import { makeBook, showCover } from './make-book.ts';
import { reportOrder } from './place-demo-order.ts';
import { findShopOrder, MAKE_BOOK, PLACE_ORDER, REPORT_EVENT, type ShopOrder } from './shop-orders.ts';

/** Name of the job that answers an event; payload {event}. */
const ANSWER_EVENT = 'answer-demo-shop';

const projectSchema = z.object({ customerId: customerIdSchema, code: z.string() });
const reportSchema = z.object({ customerId: customerIdSchema, event: z.custom<KnownOrderEvent>() });
const answerSchema = z.object({ event: outgoingEvent });

/**
 * The jobs that keep the demo shop's orders alive. A kill at any point only delays them: repeated reports are recognised by their
 * key or id. They end once what they are about is gone.
 */
export const demoShopTasks = (deps: ShopDeps): Task[] => tasksOf(deps).map(endWithSubject);

const endWithSubject = ({ handle, ...task }: Task): Task => ({
  ...task,
  handle: (payload, attempt) =>
    handle(payload, attempt).catch((error) => {
      if (!(error instanceof SubjectGone)) throw error;
    }),
});

const tasksOf = (deps: ShopDeps): Task[] => [
  {
    name: PLACE_ORDER,
    waitsForReconcile: false,
    handle: async (payload) => reportOrder(deps, orderRef.parse(payload)),
  },
  {
    name: REPORT_EVENT,
    waitsForReconcile: false,
    handle: async (payload) => reportEvent(deps, reportSchema.parse(payload)),
  },
  {
    name: ANSWER_EVENT,
    waitsForReconcile: false,
    handle: async (payload) => answerEvent(deps, answerSchema.parse(payload).event),
  },
  {
    name: REPORT_PROJECT,
    waitsForReconcile: false,
    async handle(payload) {
      await reportProject(deps, projectSchema.parse(payload));
    },
  },
  {
    name: PICTURE_PROJECT,
    waitsForReconcile: false,
    handle: async (payload, { signal }) => showCover(deps, projectSchema.parse(payload), signal),
  },
  {
    name: MAKE_BOOK,
    waitsForReconcile: false,
    handle: async (payload, { signal }) => makeBook(deps, orderRef.parse(payload), signal),
  },
];

/** Schedules the answer to an event; one that is delivered again gets the same answer again. */
export async function scheduleAnswer(
  { db, seconds }: Pick<ShopDeps, 'db' | 'seconds'>,
  event: OutgoingEvent,
): Promise<void> {
  const at = answerTimeOf(event, seconds);
  if (at === null) return;
  await addJob(db, ANSWER_EVENT, { event }, { runAt: new Date(at), maxAttempts: PATIENT_ATTEMPTS });
}

async function reportEvent(
  { db, intake }: Pick<ShopDeps, 'db' | 'intake'>,
  { customerId, event }: z.infer<typeof reportSchema>,
): Promise<void> {
  const entry = await findShopOrder(db, { customerId, orderCode: event.orderCode });
  const remaining = entry && withoutWithdrawn(entry, event);
  if (remaining) await intake.reportEvents([remaining]);
}

/** Restricts an event to the products not cancelled before it; null if there are none. */
function withoutWithdrawn({ order, withdrawals }: ShopOrder, event: KnownOrderEvent): KnownOrderEvent | null {
  if (event.productCodes) return event;
  const gone = withdrawals.flatMap(({ at, codes, isCancelled }) =>
    isCancelled && at < event.happenedAt ? codes : [],
  );
  if (gone.length === 0) return event;
  const productCodes = order.products.map(({ code }) => code).filter((code) => !gone.includes(code));
  return productCodes.length > 0 ? { ...event, productCodes } : null;
}
