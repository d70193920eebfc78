import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { JournalKind } from '../../../platform/recovery/journal.ts';

const changedAddress = z.object({
  accountId: customerIdSchema,
  email: z.string(),
  /** Whether the previous owner took the account back: then nobody knows its password. */
  isTakenBack: z.boolean(),
  at: z.iso.datetime(),
});

/** The addresses that accounts were given by their owners. */
export const ADDRESSES: JournalKind<z.infer<typeof changedAddress>> = {
  name: 'account-addresses',
  body: changedAddress,
  subjectOf: ({ accountId }) => accountId,
};
