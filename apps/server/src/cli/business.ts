import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import {
  approve,
  block,
  listBusinesses,
  type Outcome,
  showBusiness,
  unblock,
} from '../modules/account/business/index.ts';
import { findByEmail, followIdentity } from '../modules/account/customers/index.ts';
import { setIdentityType } from '../modules/account/identity/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';
import { printBusiness, printLine } from './print-business.ts';

type Place = { env: NodeJS.ProcessEnv; now: Date };

/** Maximum number of accounts listed. */
const LISTED = 200;
const CUSTOMER = 'the id or the e-mail address of the customer';

/** `business`: business customers, whom an operator approves. */
export function addBusiness(program: Command, place: Place): void {
  const business = program
    .command('business')
    .description('Decide about the accounts of business customers.');
  addList(business, place);
  addShow(business, place);
  addDecisions(business, place);
  addConvert(business, place);
}

function addList(business: Command, { env }: Place): void {
  business
    .command('list')
    .description('Show the accounts that wait for a decision, or those that are blocked.')
    .option('--blocked', 'show those that are blocked')
    .action(async ({ blocked: isBlocked = false }: { blocked?: boolean }) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const rows = await listBusinesses(db, isBlocked ? 'blocked' : 'new', LISTED);
        for (const { user_id } of rows) printLine(await showBusiness(db, user_id));
        console.log(`${rows.length} ${isBlocked ? 'are blocked' : 'wait for a decision'}.`);
      });
    });
}

function addShow(business: Command, { env }: Place): void {
  business
    .command('show')
    .description('Show all that is known of a firm.')
    .argument('<customer>', CUSTOMER)
    .action(async (customer: string) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const shown = await showBusiness(db, await customerIdOf(db, customer));
        if (!shown) return console.log('The customer has said nothing of a firm yet.');
        printBusiness(shown);
      });
    });
}

/** Each takes effect at once on the customer's open screens, and is mailed. */
function addDecisions(business: Command, { env, now }: Place): void {
  const parts = (config: Config, db: Database) => ({ ...config, db, clock: () => now });
  business
    .command('approve')
    .description('Let a firm in that waits.')
    .argument('<customer>', CUSTOMER)
    .option('--anyway', 'although there are doubts, which are named without it')
    .action(async (customer: string, { anyway: isAnyway = false }: { anyway?: boolean }) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const userId = await customerIdOf(db, customer);
        report(await approve(parts(config, db), userId, { isAnyway }), `${customer} is approved.`);
      });
    });
  business
    .command('block')
    .description('Keep a customer from reordering, sharing and callbacks.')
    .argument('<customer>', CUSTOMER)
    .requiredOption('--reason <sentence>', 'why; the customer reads it')
    .action(async (customer: string, { reason }: { reason: string }) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const userId = await customerIdOf(db, customer);
        report(await block(parts(config, db), userId, asSentence(reason)), `${customer} is blocked.`);
      });
    });
  business
    .command('unblock')
    .description('Open a blocked account again.')
    .argument('<customer>', CUSTOMER)
    .action(async (customer: string) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const userId = await customerIdOf(db, customer);
        report(await unblock(parts(config, db), userId), `${customer} is open again.`);
      });
    });
}

function report(outcome: Outcome, done: string): void {
  if (outcome.done) console.log(done);
  else {
    for (const doubt of outcome.doubts ?? []) console.log(`  ${doubt}`);
    throw new StartupError(outcome.refused);
  }
}

/** As a full sentence, because another one follows it in the mail. */
function asSentence(reason: string): string {
  const line = reason.trim().replace(/\s+/g, ' ');
  if (line === '' || line.length > 300) throw new StartupError('a reason has 1 to 300 characters.');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** With the retailer's own provider its tokens say so, and there is nothing to do here. */
function addConvert(business: Command, { env }: Place): void {
  business
    .command('convert')
    .description("Make an account of the embedded provider a business customer's, from the next token on.")
    .argument('<customer>', CUSTOMER)
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

/** An address may belong to several customers if the retailer's provider allows it. */
async function customerIdOf(db: Database, customer: string): Promise<string> {
  if (isId(customer)) return customer;
  const ids = (await findByEmail(db, [customer])).get(customer) ?? [];
  const [id] = ids;
  if (id === undefined) throw new StartupError(`no customer has the address ${customer}.`);
  if (ids.length > 1)
    throw new StartupError(`${customer} is the address of several: name one of ${ids.join(', ')}.`);
  return id;
}
