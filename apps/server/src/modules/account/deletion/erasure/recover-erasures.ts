import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { JournalKind } from '../../../../platform/recovery/journal.ts';
import { type Recovery, replaying } from '../../../../platform/recovery/recovery.ts';
import { findCustomer } from '../../customers/index.ts';
import type { ErasureDeps } from './deps.ts';
import type { Tombstones } from './tombstones.ts';

const erased = z.object({ customerId: customerIdSchema, ids: z.array(customerIdSchema) });

/** Accounts that were erased, with the ids of linked subjects. */
export const ERASED: JournalKind<z.infer<typeof erased>> = {
  name: 'erased-accounts',
  body: erased,
  subjectOf: ({ customerId }) => customerId,
};

/**
 * After a restore: customers unknown to the backup who were erased since leave their tombstones. Those whom it knows are closed
 * again, and erased in due course, which leaves them too.
 */
export function erasureRecovery(
  { db, clock }: Pick<ErasureDeps, 'db' | 'clock'>,
  tombstones: Tombstones,
): Recovery {
  return replaying(db, {
    notified: 'erased accounts do not come back',
    kind: ERASED,
    describe: ({ body }) => body.customerId,
    isMissing: async (from, { body: { customerId } }) =>
      !(await findCustomer(from, customerId)) && !(await tombstones.has(from, customerId)),
    async replay(trx, { body: { ids } }) {
      for (const id of ids) await tombstones.insert(trx, id, clock());
    },
  });
}
