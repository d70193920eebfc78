import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { setIdentityType } from '../modules/account/accounts/index.ts';
import {
  approve,
  block,
  listBusinesses,
  type Outcome,
  showBusiness,
  unblock,
} from '../modules/account/business/index.ts';
import { findByEmail, followIdentity } from '../modules/account/customers/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isCustomerId } from '../platform/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';
import { printBusiness, printLine } from './print-business.ts';

/** Maximum number of accounts listed. */
const MAX_LISTED = 200;
const CUSTOMER = 'customer ID or email address';

/** `business`: business customers, whom an operator approves. */
export function addBusiness(program: Command, place: Place): void {
  const business = program.command('business').description('Review and manage business accounts.');
  addList(business, place);
  addShow(business, place);
  addDecisions(business, place);
  addConvert(business, place);
}

function addList(business: Command, { env }: Place): void {
  business
    .command('list')
    .description('List accounts waiting for approval, or blocked accounts.')
    .option('--blocked', 'list blocked accounts')
    .action(async ({ blocked: isBlocked = false }: { blocked?: boolean }) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const rows = await listBusinesses(db, isBlocked ? 'blocked' : 'new', MAX_LISTED);
        for (const { user_id } of rows) printLine(await showBusiness(db, user_id));
        console.log(`${isBlocked ? 'Blocked' : 'Waiting for approval'}: ${rows.length}`);
      });
    });
}

function addShow(business: Command, { env }: Place): void {
  business
    .command('show')
    .description('Show the details of a business.')
    .argument('<customer>', CUSTOMER, toMailAddress)
    .action(async (customer: string) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const shown = await showBusiness(db, await customerIdOf(db, customer));
        if (!shown) return console.log('The customer has not entered any company details yet.');
        printBusiness(shown);
      });
    });
}

/** Each takes effect at once on the customer's open screens, and is mailed. */
function addDecisions(business: Command, place: Place): void {
  business
    .command('approve')
    .description('Approve a business account.')
    .argument('<customer>', CUSTOMER, toMailAddress)
    .argument('<version>', 'version of the firm that you have looked at, as printed by `business show`')
    .option('--anyway', 'approve despite warnings (they are listed without it)')
    .action((customer: string, version: string, { anyway: isAnyway = false }: { anyway?: boolean }) =>
      decide(place, customer, { done: 'approved', by: (...of) => approve(...of, { isAnyway, version }) }),
    );
  business
    .command('block')
    .description('Block a customer from reordering, sharing and callbacks.')
    .argument('<customer>', CUSTOMER, toMailAddress)
    .requiredOption('--reason <sentence>', 'reason shown to the customer')
    .action((customer: string, { reason }: { reason: string }) =>
      decide(place, customer, { done: 'blocked', by: (...of) => block(...of, asSentence(reason)) }),
    );
  business
    .command('unblock')
    .description('Unblock a business account.')
    .argument('<customer>', CUSTOMER, toMailAddress)
    .action((customer: string) => decide(place, customer, { done: 'unblocked', by: unblock }));
}

type Decision = { done: string; by(...of: Parameters<typeof unblock>): Promise<Outcome> };

async function decide({ env, now }: Place, customer: string, { done, by }: Decision): Promise<void> {
  const config = readConfig(env);
  await borrowDatabase(config, async ({ db }) => {
    const customerId = await customerIdOf(db, customer);
    report(await by({ ...config, db, clock: () => now }, customerId), `${customer} has been ${done}.`);
  });
}

function report(outcome: Outcome, done: string): void {
  if (outcome.done) console.log(done);
  else {
    for (const doubt of outcome.doubts ?? []) console.log(`  ${doubt}`);
    throw new StartupError(outcome.refused);
  }
}

const MAX_REASON = 300;

/** As a full sentence, because another one follows it in the mail. */
function asSentence(reason: string): string {
  const line = reason.trim().replace(/\s+/g, ' ');
  if (line === '' || line.length > MAX_REASON)
    throw new StartupError(`the reason must have 1 to ${MAX_REASON} characters.`);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** With the retailer's own provider its tokens say so, and there is nothing to do here. */
function addConvert(business: Command, { env }: Place): void {
  business
    .command('convert')
    .description('Turn an account of the embedded provider into a business account, from the next token on.')
    .argument('<customer>', CUSTOMER, toMailAddress)
    .option('--back', 'turn it back into a consumer account')
    .action(async (customer: string, { back: isBack = false }: { back?: boolean }) => {
      const identity = isBack
        ? ({ identityType: 'consumer', b2bAuthenticationMethod: null } as const)
        : ({ identityType: 'business', b2bAuthenticationMethod: 'password' } as const);
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const customerId = await customerIdOf(db, customer);
        await db.transaction().execute(async (trx) => {
          if (!(await setIdentityType(trx, customerId, identity)))
            throw new StartupError('the embedded provider has no account for this customer.');
          await followIdentity(trx, customerId, identity);
        });
      });
      console.log(`${customer} is a ${identity.identityType} customer from the next token on.`);
    });
}

/** An address may belong to several customers if the retailer's provider allows it. */
async function customerIdOf(db: Database, customer: string): Promise<CustomerId> {
  if (isCustomerId(customer)) return customer;
  const ids = (await findByEmail(db, [customer])).get(customer) ?? [];
  const [id] = ids;
  if (id === undefined) throw new StartupError(`no customer has the email address ${customer}.`);
  if (ids.length > 1)
    throw new StartupError(
      `several customers have the email address ${customer}. Use one of these IDs: ${ids.join(', ')}.`,
    );
  return id;
}
