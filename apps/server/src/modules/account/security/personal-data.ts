import { sql } from 'kysely';
import * as z from 'zod';
import { tableFile } from '../../../platform/personal-data.ts';

/** The files of 'my data' about an account's security, including that of an account from before the retailer's provider kept them. */
export const SECURITY_FILES = [
  /** Only that there is one: the secret behind the codes would open the account. */
  tableFile({
    name: 'two-step-sign-in',
    table: 'second_factors',
    customer: 'account_id',
    orderBy: ['account_id'],
    row: z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.int() }),
    from: {
      since: 'added_at',
      recoveryCodesLeft: sql`(select count(*)::int from recovery_codes as left_over
        where left_over.account_id = second_factors.account_id)`,
    },
  }),
  tableFile({
    name: 'account-activity',
    table: 'account_events',
    customer: 'account_id',
    orderBy: ['happened_at', 'id'],
    row: z.strictObject({
      kind: z.string(),
      happenedAt: z.string(),
      /** How often on that day with such a device. */
      times: z.number(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      device: z.string().nullable(),
    }),
  }),
  /** As their owner sees them: a passkey's key is of use to the provider only. */
  tableFile({
    name: 'passkeys',
    table: 'passkeys',
    customer: 'account_id',
    orderBy: ['created_at', 'id'],
    row: z.object({
      name: z.string(),
      /** Backed up beyond its device, according to its last use. */
      isBackedUp: z.boolean(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  }),
];
