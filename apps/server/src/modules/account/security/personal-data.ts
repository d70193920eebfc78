import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DataFile, dataFile } from '../../../platform/personal-data.ts';
import { listPasskeys } from './passkeys/store.ts';
import { findSecondFactor } from './second-factor-store.ts';

/** Only that there is one: the secret behind the codes would open the account. */
const secondFactorFile = z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.int() });

const activityRow = z.strictObject({
  kind: z.string(),
  happenedAt: z.string(),
  /** How often on that day with such a device. */
  times: z.number(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.string().nullable(),
});

/** A passkey as its owner sees it. Its key is of use to the provider only. */
const passkeyFile = z.object({
  name: z.string(),
  /** Backed up beyond its device, according to its last use. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/** The files of 'my data' about an account's security, including that of an account from before the retailer's provider kept them. */
export const securityFiles = (db: Database): DataFile[] => [
  dataFile({
    name: 'two-step-sign-in',
    row: secondFactorFile,
    async *read(customerId) {
      const found = await findSecondFactor(db, customerId);
      if (found) yield { since: found.added_at.toISOString(), recoveryCodesLeft: found.codesLeft };
    },
  }),
  dataFile({
    name: 'account-activity',
    row: activityRow,
    read: (customerId) => readActivity(db, customerId),
  }),
  dataFile({
    name: 'passkeys',
    row: passkeyFile,
    async *read(customerId) {
      for (const row of await listPasskeys(db, customerId))
        yield {
          name: row.name,
          isBackedUp: row.is_backed_up,
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at?.toISOString() ?? null,
        };
    },
  }),
];

async function* readActivity(db: Database, customerId: CustomerId) {
  const rows = db.selectFrom('account_events').selectAll().where('account_id', '=', customerId);
  const found = await rows.orderBy('happened_at').orderBy('id').execute();
  for (const { kind, happened_at, times, browser, system, device } of found)
    yield { kind, happenedAt: happened_at.toISOString(), times, browser, system, device };
}
