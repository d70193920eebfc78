import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { eraseMails } from '../../../platform/mail-data.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { findChangedAddresses } from './email-change-store.ts';
import { listPasskeys } from './passkeys/store.ts';
import { endSessionsOf } from './provider/sessions.ts';
import { findSecondFactor } from './second-factor/store.ts';

/** That there is one, and no more: what codes are made of would open the account. */
const secondFactorFile = z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.int() });

const activityRow = z.strictObject({
  kind: z.string(),
  happenedAt: z.string(),
  /** On that day, with such a device. */
  times: z.number(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.string().nullable(),
});

/** What its owner sees of a passkey. Its key is of use to the provider alone. */
const passkeyFile = z.object({
  name: z.string(),
  /** Kept beyond its device, as far as its last use says. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/**
 * What an account signs in with, also one from before a provider of the retailer kept the accounts. It goes at once: whoever comes
 * anew can register with the same address, and is somebody else.
 */
export function identityData(parts: { db: Database; secrets: Secrets }): PersonalData {
  const { db } = parts;
  return {
    area: 'identity',
    tables: [
      'accounts',
      'account_events',
      'account_sessions',
      'email_changes',
      'known_devices',
      'oidc_payloads',
      'passkeys',
      'recovery_codes',
      'second_factor_enrolments',
      'second_factors',
    ],
    async erase(userId) {
      // No other area knows the address that was left lately.
      await eraseMails(parts, await findChangedAddresses(db, userId));
      await db.transaction().execute(async (trx) => {
        await endSessionsOf(trx, userId);
        // All else that is kept of it goes with it.
        await trx.deleteFrom('accounts').where('id', '=', userId).execute();
      });
      return null;
    },
    files: [
      dataFile({
        name: 'two-step-sign-in',
        row: secondFactorFile,
        async *read(userId) {
          const found = await findSecondFactor(db, userId);
          if (found) yield { since: found.added_at.toISOString(), recoveryCodesLeft: found.codesLeft };
        },
      }),
      dataFile({ name: 'account-activity', row: activityRow, read: (userId) => readActivity(db, userId) }),
      dataFile({
        name: 'passkeys',
        row: passkeyFile,
        async *read(userId) {
          for (const row of await listPasskeys(db, userId))
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

async function* readActivity(db: Database, userId: string) {
  const rows = db.selectFrom('account_events').selectAll().where('account_id', '=', userId);
  const found = await rows.orderBy('happened_at').orderBy('id').execute();
  for (const { kind, happened_at, times, browser, system, device } of found)
    yield { kind, happenedAt: happened_at.toISOString(), times, browser, system, device };
}
