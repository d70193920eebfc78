import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config/config.ts';
import { findInvoiceAddress } from '../modules/account/addresses/index.ts';
import { findBuyer, isBlocked } from '../modules/account/business/index.ts';
import { findCustomer } from '../modules/account/customers/index.ts';
import {
  createListReader,
  type ProcessedFolder,
  type ProcessingDeps,
  processFolder,
} from '../modules/business/order-lists/index.ts';
import { createEventQueue, type Receiver } from '../modules/exchange/event-delivery/index.ts';
import { createMerchandise } from '../modules/exchange/merchandise/index.ts';
import { stopLibraryDeletion } from '../modules/library/photos/index.ts';
import { extendStorage, type Retention } from '../modules/library/retention/index.ts';
import { placeOrder } from '../modules/orders/orders/index.ts';
import { DEMO_SHOP_SERVICE } from '../modules/shop/demo-shop/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Journal } from '../platform/recovery/journal.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';
import { borrowJournal } from './borrow-journal.ts';

/** `take-order-files`: places the orders in the files that business customers have put into their FTP folders. */
export function addTakeOrderFiles(program: Command, { env, now, folder }: Place): void {
  program
    .command('take-order-files')
    .description('Place the orders that business customers have uploaded to their FTP folders.')
    .argument('<folder>', 'the folder that contains one folder per customer')
    .option('--settle <seconds>', 'skip files that changed within this time', parseSeconds, 30)
    .action(async (root: string, { settle }: { settle: number }) => {
      const config = readConfig(env);
      const log = pino({ level: 'warn' });
      const merchandise = await createMerchandise({ clock: systemClock, log, file: config.merchandiseFile });
      try {
        await borrowDatabase(config, ({ db }) =>
          // Orders from files wait for reconcile: until then nobody knows which of their references were ordered already.
          borrowJournal(config, db, async ({ journal }) => {
            await using lists = createListReader();
            const { articlesOf } = merchandise;
            const deps = depsOf(db, { receivers: receiversOf(config), articlesOf, lists, journal });
            const found = await processFolder(deps, path.resolve(folder, root), {
              settleMs: 1_000 * settle,
              now,
            });
            print(found);
            if (found.failed.length > 0) process.exitCode = 1;
          }),
        );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new StartupError(`there is no folder ${root}.`);
      } finally {
        await merchandise.close?.();
      }
    });
}

function parseSeconds(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of seconds, such as 30.');
}

/** The receivers of new orders; the server sends what is queued here. */
function receiversOf({ webhooks, hasDemoShop }: ReturnType<typeof readConfig>): Record<string, Receiver> {
  const queued = { secrets: [], types: null, channels: null, take: async () => 503 };
  return { ...webhooks, ...(hasDemoShop && { [DEMO_SHOP_SERVICE]: queued }) };
}

type Parts = Pick<ProcessingDeps, 'articlesOf' | 'lists'> & {
  receivers: Record<string, Receiver>;
  journal: Journal;
};

function depsOf(db: Database, { receivers, articlesOf, lists, journal }: Parts): ProcessingDeps {
  const clock = systemClock;
  const outgoing = createEventQueue({ clock, receivers: () => receivers });
  const intake = {
    db,
    clock,
    journal,
    ...outgoing,
    extendStorage: (...requested: Parameters<Retention['extendStorage']>) =>
      extendStorage({ clock, stopDeletingLibrary: stopLibraryDeletion }, ...requested),
  };
  return {
    db,
    clock,
    articlesOf,
    lists,
    ...outgoing,
    async mayOrder(customerId) {
      const customer = await findCustomer(db, customerId);
      const isOpen = customer !== undefined && customer.deleted_at === null;
      return isOpen && customer.b2b_authentication_method !== null && !(await isBlocked(db, customerId));
    },
    async buyerOf(customerId) {
      const [firm, invoiceAddress] = await Promise.all([
        findBuyer(db, customerId),
        findInvoiceAddress(db, customerId),
      ]);
      return { ...firm, invoiceAddress };
    },
    placeOrder: (requested) =>
      placeOrder(intake, {
        service: { name: 'order-lists', scopes: ['orders'], channels: null },
        ...requested,
      }),
  };
}

function print({ taken, unknown, skipped, failed }: ProcessedFolder): void {
  for (const { user, name, state, orders } of taken)
    console.log(`${user}/${inOneLine(name)}: ${state}, ${orders} orders`);
  for (const name of unknown) console.log(`${inOneLine(name)}: this folder belongs to no customer`);
  for (const { place, reason } of skipped) console.log(`${inOneLine(place)}: skipped (${reason})`);
  for (const { place, error } of failed)
    console.error(`${inOneLine(place)}: not processed (${inOneLine(error.message)})`);
  const counts = [`${taken.length} files processed`, `${skipped.length} skipped`, `${failed.length} failed`];
  console.log(`${counts.join(', ')}.`);
}

/** Names are customers' text: a line feed in one would write a line of its own, an escape would colour the terminal. */
const inOneLine = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
