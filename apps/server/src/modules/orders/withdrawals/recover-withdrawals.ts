import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import type { JournalKind } from '../../../platform/recovery/journal.ts';
import { type Recovery, replaying } from '../../../platform/recovery/recovery.ts';
import { fromStoredNames } from '../../../platform/stored-names.ts';
import { orderRef } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { type Declaration, findDeclaration, insertDeclaration, recordPassedOn } from './store.ts';

/** The job that passes a declaration on; payload {customerId, id}. */
export const PASS_ON = 'pass-on-withdrawal';

const declared = z.object({
  customerId: customerIdSchema,
  id: z.string(),
  declaredAt: z.iso.datetime(),
  declaration: z.object({
    channel: z.string(),
    order: z.string(),
    products: z.array(z.string()),
    productCodes: z.array(z.string()),
    name: z.string(),
    email: z.string(),
  }),
  /** Null until it was passed on. */
  passedOn: z
    .object({
      at: z.iso.datetime(),
      order: z.preprocess(fromStoredNames, orderRef.nullable()),
    })
    .nullable(),
}) satisfies z.ZodType<{ declaration: Declaration }>;

/** Declarations of withdrawal, and what became of them. */
export const WITHDRAWALS: JournalKind<z.infer<typeof declared>> = {
  name: 'withdrawals',
  body: declared,
  subjectOf: ({ id }) => id,
};

/** After a restore: declarations made since the backup are back, and passed on unless they were. Nobody gets another receipt. */
export function withdrawalRecovery({ db }: Pick<Deps, 'db'>): Recovery {
  return replaying(db, {
    notified: 'declarations of withdrawal are back',
    kind: WITHDRAWALS,
    describe: ({ body: { id, declaredAt } }) => `${id}, declared ${declaredAt}`,
    async isMissing(from, { body: { id, passedOn } }) {
      const existing = await findDeclaration(from, id);
      return !existing || (passedOn !== null && existing.passed_on_at === null);
    },
    async replay(trx, { body: { customerId, id, declaredAt, declaration, passedOn } }) {
      if (!(await findDeclaration(trx, id)))
        await insertDeclaration(trx, { ...declaration, customerId, id, declaredAt: new Date(declaredAt) });
      const row = await findDeclaration(trx, id);
      if (row && passedOn)
        await recordPassedOn(trx, row, { found: passedOn.order, now: new Date(passedOn.at) });
      else
        await addJob(trx, PASS_ON, { customerId, id }, { priority: PRIORITY.interactive, maxAttempts: 20 });
    },
  });
}
