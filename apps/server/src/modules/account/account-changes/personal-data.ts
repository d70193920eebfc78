import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { eraseMails } from '../../../platform/mail-data.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Tables } from '../../../platform/tables.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { findSecondFactor, listPasskeys } from '../security/index.ts';
import { findChangedAddresses } from './email-change-store.ts';

export const IDENTITY_TABLES: Tables = {
  accounts: { erasedBy: 'module' },
  oidc_payloads: { erasedBy: 'module' },
  account_events: { deletedWith: 'accounts' },
  account_sessions: { deletedWith: 'accounts' },
  email_changes: { deletedWith: 'accounts' },
  known_devices: { deletedWith: 'accounts' },
  passkeys: { deletedWith: 'accounts' },
  recovery_codes: { deletedWith: 'accounts' },
  second_factor_enrolments: { deletedWith: 'accounts' },
  second_factors: { deletedWith: 'accounts' },
  used_challenges: { impersonal: 'challenges of passkeys that were used' },
};

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

/**
 * An account's sign-in data, including that of an account from before the retailer's provider kept them. It is erased at once:
 * whoever registers with the same address again is somebody else.
 */
export function identityData(parts: { db: Database; secrets: Secrets }): PersonalData {
  const { db } = parts;
  return {
    area: 'identity',
    async erase(customerId) {
      // No other area knows an address that was changed recently.
      await eraseMails(parts, await findChangedAddresses(db, customerId));
      await db.transaction().execute(async (trx) => {
        await endSessionsOf(trx, customerId);
        // Deleting the account cascades to everything else kept of it.
        await trx.deleteFrom('accounts').where('id', '=', customerId).execute();
      });
      return null;
    },
    files: [
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
    ],
  };
}

async function* readActivity(db: Database, customerId: string) {
  const rows = db.selectFrom('account_events').selectAll().where('account_id', '=', customerId);
  const found = await rows.orderBy('happened_at').orderBy('id').execute();
  for (const { kind, happened_at, times, browser, system, device } of found)
    yield { kind, happenedAt: happened_at.toISOString(), times, browser, system, device };
}
