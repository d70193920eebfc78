import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { removeSecondFactorByOperator } from '../modules/account/account-changes/index.ts';
import { findByEmail } from '../modules/account/customers/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isCustomerId } from '../platform/ids.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

/** `remove-second-factor`: readmits somebody who has lost phone and recovery codes. */
export function addRemoveSecondFactor(program: Command, { env, now }: Place): void {
  program
    .command('remove-second-factor')
    .description('Turn off two-step sign-in for a customer and sign out all devices.')
    .argument('<customer>', 'customer ID or email address', toMailAddress)
    .action(async (customer: string) => {
      const { publicUrl, ...config } = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const accountId = isCustomerId(customer) ? customer : await accountOf(db, customer);
        const deps = { db, clock: () => now, publicUrl };
        const isRemoved = accountId !== null && (await removeSecondFactorByOperator(deps, accountId));
        console.log(
          isRemoved
            ? `${customer} can now sign in with the password alone and will be told so by email.`
            : `${customer} has no second factor here. Nothing to do.`,
        );
      });
    });
}

/** The embedded provider has at most one account per address. */
async function accountOf(db: Database, email: string): Promise<CustomerId | null> {
  const [id = null] = (await findByEmail(db, [email])).get(email) ?? [];
  return id;
}
