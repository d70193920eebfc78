import { type KnownOrderEvent, type OutgoingEvent, outgoingEvent } from '@keepsake/contracts';
import * as z from 'zod';
import { addJob, type Task } from '../../../platform/jobs/jobs.ts';
import { answerEvent, answerTimeOf } from './answer-events.ts';
import { type Entry, findEntry, PLACE_ORDER, REPORT_EVENT } from './books.ts';
import type { ShopDeps } from './deps.ts';
import { reportOrder } from './place-demo-order.ts';

/** Name of the job that answers what the shop was told; payload {event}. */
const ANSWER_EVENT = 'answer-demo-shop';

const refSchema = z.object({ userId: z.string(), orderCode: z.string() });
const reportSchema = z.object({ userId: z.string(), event: z.custom<KnownOrderEvent>() });
const answerSchema = z.object({ event: outgoingEvent });

/**
 * What keeps the orders of the demo shop alive. A kill at any point only delays it: what is reported again is known by its
 * key or its id.
 */
export const demoShopTasks = (deps: ShopDeps): Task[] => [
  { name: PLACE_ORDER, handle: async (payload) => reportOrder(deps, refSchema.parse(payload)) },
  { name: REPORT_EVENT, handle: async (payload) => reportEvent(deps, reportSchema.parse(payload)) },
  { name: ANSWER_EVENT, handle: async (payload) => answerEvent(deps, answerSchema.parse(payload).event) },
];

/** Has what the shop was told answered, in its own time. `id` is the same each time that it is told. */
export async function keepEvent(
  { db, seconds }: Pick<ShopDeps, 'db' | 'seconds'>,
  id: string,
  event: OutgoingEvent,
): Promise<void> {
  const at = answerTimeOf(event, seconds);
  if (at === null) return;
  await addJob(
    db,
    ANSWER_EVENT,
    { event },
    { key: `${ANSWER_EVENT}:${id}`, runAt: new Date(at), maxAttempts: 25 },
  );
}

async function reportEvent(
  { db, intake }: ShopDeps,
  { userId, event }: z.infer<typeof reportSchema>,
): Promise<void> {
  const entry = await findEntry(db, { userId, orderCode: event.orderCode });
  const remaining = entry && withoutWithdrawn(entry, event);
  if (remaining) await intake.reportEvents([remaining]);
}

/** What happens to an order after some of it was cancelled concerns the rest; null when there is none. */
function withoutWithdrawn({ order, withdrawals }: Entry, event: KnownOrderEvent): KnownOrderEvent | null {
  if (event.productCodes) return event;
  const gone = withdrawals.flatMap(({ at, codes, isCancelled }) =>
    isCancelled && at < event.happenedAt ? codes : [],
  );
  if (gone.length === 0) return event;
  const productCodes = order.products.map(({ code }) => code).filter((code) => !gone.includes(code));
  return productCodes.length > 0 ? { ...event, productCodes } : null;
}
