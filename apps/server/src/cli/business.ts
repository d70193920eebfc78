import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { findByEmail, followIdentity } from '../modules/account/customers/index.ts';
import { setIdentityType } from '../modules/account/identity/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

type Place = { env: NodeJS.ProcessEnv };

/** `business`: business customers, whom an operator lets in. */
export function addBusiness(program: Command, place: Place): void {
  const business = program.command('business').description('Business customers.');
  addConvert(business, place);
}

/** With a provider of the retailer its tokens say it, and nothing is to be done here. */
function addConvert(business: Command, { env }: Place): void {
  business
    .command('convert')
    .description("Make an account of the embedded provider a business customer's, from the next token on.")
    .argument('<customer>', 'the id or the e-mail address of the customer')
    .option('--back', "make it a consumer's again")
    .action(async (customer: string, { back: isBack = false }: { back?: boolean }) => {
      const identity = isBack
        ? ({ identityType: 'consumer', b2bAuthenticationMethod: null } as const)
        : ({ identityType: 'business', b2bAuthenticationMethod: 'password' } as const);
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const userId = await customerIdOf(db, customer);
        await db.transaction().execute(async (trx) => {
          if (!(await setIdentityType(trx, userId, identity)))
            throw new StartupError('the embedded provider has no account of this customer.');
          await followIdentity(trx, userId, identity);
        });
      });
      console.log(`${customer} is a ${identity.identityType} customer from the next token on.`);
    });
}

/** An address may have several customers, where a provider of the retailer allows it. */
async function customerIdOf(db: Database, customer: string): Promise<string> {
  if (isId(customer)) return customer;
  const ids = (await findByEmail(db, [customer])).get(customer) ?? [];
  const [id] = ids;
  if (id === undefined) throw new StartupError(`no customer has the address ${customer}.`);
  if (ids.length > 1)
    throw new StartupError(`${customer} is the address of several: name one of ${ids.join(', ')}.`);
  return id;
}
