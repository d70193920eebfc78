import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { JournalKind } from '../../../platform/recovery/journal.ts';
import { type Recovery, replaying } from '../../../platform/recovery/recovery.ts';
import { addFailedEvents } from '../../exchange/event-delivery/index.ts';
import type { Deps } from './deps.ts';
import { findReorder, insertReorder, voidReorder } from './store.ts';

const moment = z.iso.datetime();
const requested = z.object({
  customerId: customerIdSchema,
  id: z.string(),
  orderCode: z.string(),
  requestedAt: moment,
  ordersBefore: z.int(),
  currency: z.string(),
  total: z.int(),
  /** Since when it is void because the shop could not be reached. */
  voidAt: moment.nullable(),
  /** What was queued for the shop; nothing for a void one. */
  events: z.array(z.object({ id: z.string(), service: z.string(), type: z.string(), body: z.string() })),
});

/** Reorders, and which of them were given up. */
export const REORDERS: JournalKind<z.infer<typeof requested>> = {
  name: 'reorders',
  body: requested,
  subjectOf: ({ id }) => id,
};

/**
 * After a restore: reorders that were acknowledged wait for their orders again, so that nobody orders the same twice. Whether the
 * shop has got them is not known: their events are listed as held, and sent under the same ids if an operator wants that.
 */
export function reorderRecovery({ db, clock }: Pick<Deps, 'db' | 'clock'>): Recovery {
  return {
    plan: (lost) =>
      replaying(db, {
        notified: 'reorders are back; outgoing-events --retry sends those that their shop does not have',
        kind: REORDERS,
        describe: ({ body: { id, orderCode, requestedAt } }) =>
          `${id}: ${orderCode}, requested ${requestedAt}`,
        async isMissing(from, { body: { customerId, id, voidAt } }) {
          const existing = await findReorder(from, { customerId, id });
          if (!existing) return !(await lost.isErased(from, customerId));
          return voidAt !== null && existing.void_at === null;
        },
        async replay(trx, { body: { events, requestedAt, voidAt, ...body } }) {
          const { customerId, id } = body;
          if (!(await findReorder(trx, { customerId, id })))
            await insertReorder(trx, { ...body, requestedAt: new Date(requestedAt) });
          if (voidAt) await voidReorder(trx, { customerId, id, now: new Date(voidAt) });
          await addFailedEvents(trx, { customerId, events, now: clock() });
        },
      }).plan(lost),
  };
}
