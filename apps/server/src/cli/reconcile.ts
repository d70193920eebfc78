import type { Command } from 'commander';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import {
  describeEpochs,
  isSettled,
  isTooMuchLost,
  type Judged,
  type Plan,
  type Reconcile,
} from '../modules/library/reconcile/index.ts';
import { MAX_EXAMPLES } from '../modules/library/storage-audit/index.ts';
import { isBehind } from '../platform/objects/epochs.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { apply?: true; dropLost?: true };

/** `reconcile`: only says what it would do unless told to apply it. Exits with 1 while something is left to do. */
export function addReconcile(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('reconcile')
    .description(
      'Bring the database and the store back together after a restore. Without --apply, only show how.',
    )
    .option('--apply', 'make the changes')
    .option('--drop-lost', 'drop photos whose objects are gone, however many there are')
    .action(async ({ apply: isApplying, dropLost }: Options) => {
      await withReconcile(readConfig(env), async (reconcile) => {
        const plan = await reconcile.plan();
        printPlan(plan);
        if (!isApplying) {
          process.exitCode = plan.epochs.status === 'together' && isSettled(plan) ? 0 : 1;
          return;
        }
        requireApplicable(plan, dropLost ?? false);
        printUndecided('did not become photos', await reconcile.apply(plan));
        console.log(
          '\nDone: the database and the store match. What waited goes on, and objects are removed again.',
        );
      });
    });
}

/** The whole platform without its address: photos come back through the normal upload path. */
async function withReconcile(config: Config, use: (reconcile: Reconcile) => Promise<void>): Promise<void> {
  await borrowDatabase(config, async ({ url: databaseUrl }) => {
    const log = pino({ level: 'fatal' });
    const app = await createApp({ config: { ...config, role: 'web' }, databaseUrl, log, webFolder: null });
    try {
      await use(app.reconcile);
    } finally {
      await app.close();
    }
  });
}

function requireApplicable(plan: Plan, mayDropLost: boolean): void {
  if (plan.epochs.status === 'strangers') throw new StartupError(describeEpochs(plan.epochs));
  if (plan.epochs.status !== 'database-older' || mayDropLost || !isTooMuchLost(plan)) return;
  throw new StartupError(
    'this many photos cannot have been deleted since the backup. Check STORAGE_URL and DATA_DIR, ' +
      'restore what the store has lost, or add --drop-lost. Nothing has been changed.',
  );
}

const format = (count: number) => count.toLocaleString('en-GB');
const dayOf = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';

function printPlan(plan: Plan): void {
  const { epochs, erased, found, lost, lostFiles, lostLegacy, remains, undecided } = plan;
  console.log(
    `The database was last written ${dayOf(epochs.databaseAt)}, the store ${dayOf(epochs.storeAt)} (UTC):`,
  );
  console.log(`${describeEpochs(epochs)}.\n`);
  if (isBehind(epochs)) printRecovery(plan.recovery);
  const isRestored = epochs.status === 'database-older';
  const lostKeys = lost.map(({ customerId, id }) => `photo ${id} of ${customerId}`);
  print(
    erased,
    'libraries are deleted again, as their customers did',
    ({ customerId, erasedAt, photos }) =>
      `${customerId}: ${format(photos)} photos, deleted ${dayOf(erasedAt)}`,
  );
  print(
    lostKeys,
    isRestored
      ? 'photos are dropped: they were deleted, and their objects are gone'
      : 'photos have no original: restore the store, or ask customers to add the files again',
    (photo) => photo,
  );
  print(
    lostLegacy,
    'legacy uploads are dropped: they were imported, and their files are gone',
    ({ objectKey }) => objectKey,
  );
  print(
    lostFiles,
    'files of orders, products or projects are gone: ask their service to send them again',
    ({ customerId, id, key }) => `file ${id} of ${customerId}: ${key}`,
  );
  print(found, 'files become photos again', ({ objectKey }) => objectKey);
  print(remains, 'originals of deleted libraries are removed', ({ objectKey }) => objectKey);
  printUndecided('stay in the store as they are', undecided);
}

/** What modules do about what the database has forgotten. */
function printRecovery({ steps, isJournalComplete, unreadable }: Plan['recovery']): void {
  const unopened = unreadable > 0 ? `: ${format(unreadable)} of its entries cannot be opened` : '';
  console.log(
    isJournalComplete
      ? 'The journal has everything since the backup.'
      : `The journal does not have everything since the backup${unopened}.`,
  );
  for (const { notified, items } of steps) print(items, notified, (item) => item);
}

const REASONS: Record<Judged['undecided'][number]['reason'], string> = {
  'no photo': 'not a complete photo',
  'part of another': 'parts of an upload that is a photo',
  'unknown customer': 'of customers unknown to the database',
  'legacy upload': 'legacy uploads: import their list again',
  thumbnail: 'thumbnails without an original',
  'issued invoice': 'invoices without a row: those that come back are listed above',
  'sent by a service':
    'files of orders, products or projects without a row: ask their service to send them again',
  foreign: 'not put there by Keepsake',
};

function printUndecided(what: string, undecided: Judged['undecided']): void {
  for (const [reason, objects] of Map.groupBy(undecided, (object) => object.reason)) {
    print(objects, `objects ${what}: ${REASONS[reason]}`, ({ objectKey }) => objectKey);
  }
}

function print<Item>(items: readonly Item[], what: string, describe: (item: Item) => string): void {
  if (items.length === 0) return;
  console.log(`${format(items.length).padStart(9)}  ${what}`);
  for (const item of items.slice(0, MAX_EXAMPLES)) console.log(`             ${describe(item)}`);
  if (items.length > MAX_EXAMPLES)
    console.log(`             and ${format(items.length - MAX_EXAMPLES)} more`);
}
