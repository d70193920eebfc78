import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { findByEmail, findLinked } from '../modules/account/customers/index.ts';
import { requestDeletion } from '../modules/account/deletion/index.ts';
import { customerIdOf } from '../platform/auth.ts';
import type { Database } from '../platform/database/database.ts';
import { isCustomerId } from '../platform/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

const FINDINGS = {
  unknown: 'is unknown or has already been erased. Nothing to do.',
  'being-erased': 'is already being erased.',
  closed: 'is already closed.',
  open: 'will be closed by the next node that runs jobs.',
};

type Options = { subject?: boolean; atOnce?: boolean };

/** `delete-customer`: follows a deletion at the retailer's own provider. */
export function addDeleteCustomer(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('delete-customer')
    .description('Delete a customer whose account was deleted elsewhere. Safe to repeat.')
    .argument('<customer>', 'customer ID or email address', toMailAddress)
    .option('--subject', 'treat <customer> as the subject (sub) of the identity provider')
    .option('--at-once', 'skip the grace period in which the customer could come back')
    .action(async (customer: string, { subject: isSubject, atOnce = false }: Options) => {
      const config = readConfig(env);
      const issuer = config.oidc.issuer ?? `${config.publicUrl}/oidc`;
      await borrowDatabase(config, async ({ db }) => {
        const customerId = isSubject
          ? await customerOfSubject(db, customerIdOf(issuer, customer))
          : await customerOf(db, customer);
        const found =
          customerId === null ? 'unknown' : await requestDeletion(db, { customerId, isAtOnce: atOnce });
        const isHurried = atOnce && (found === 'open' || found === 'closed');
        console.log(
          isHurried
            ? `${customer} will be erased by the next node that runs jobs.`
            : `${customer} ${FINDINGS[found]}`,
        );
      });
    });
}

const customerOfSubject = async (db: Database, subjectId: CustomerId) =>
  (await findLinked(db, subjectId)) ?? subjectId;

async function customerOf(db: Database, customer: string): Promise<CustomerId | null> {
  if (isCustomerId(customer)) return customer;
  const ids = (await findByEmail(db, [customer], { withClosed: true })).get(customer) ?? [];
  if (ids.length > 1)
    throw new StartupError(
      `several customers have the email address ${customer}. Use one of these IDs: ${ids.join(', ')}.`,
    );
  return ids[0] ?? null;
}
