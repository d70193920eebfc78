import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { borrowDatabase } from './borrow-database.ts';
import { readConfig } from './config.ts';
import { dryRun, type Report, readReport } from './modules/retention/index.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { StartupError } from './platform/startup-error.ts';

const USAGE =
  'Usage: npm run retention -- --report, or --dry-run to plan the next sweep (--on=2027-01-31 plans the one of that day).';

const LINES: Record<keyof Report, string> = {
  accounts: 'storage accounts',
  endsSoon: 'libraries whose photos are kept for less than a month',
  hidden: 'libraries are hidden',
  graceEndsSoon: 'of them will be deleted within a week',
  beingDeleted: 'libraries are being deleted',
  delayed: 'customers could not be warned in time, so their date was moved',
  unsentReminders: 'reminders have been waiting for the mail server for more than a day',
  overdue: 'accounts are more than two days overdue: the daily sweep is not running, or is failing',
  withoutAccount: 'customers have no storage account: their photos are kept indefinitely',
};

/** `npm run retention -- --report|--dry-run`: looks, and changes nothing. */
async function main(): Promise<void> {
  const asked = readArguments();
  const database = await borrowDatabase(readConfig(process.env));
  const log = pino({ level: 'warn' });
  const { db, close } = openDatabase({ url: database.url, maxConnections: 2, log });
  try {
    if (asked.report) await printReport(db, asked.now);
    if (asked.isDryRun) await printDryRun(db, asked.now);
  } finally {
    await close();
    await database.giveBack();
  }
}

function readArguments() {
  const options = {
    report: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    on: { type: 'string' },
  } as const;
  const { values } = parse();
  // Noon of UTC is the same day in the zones of all channels.
  const now = values.on === undefined ? new Date() : new Date(`${values.on}T12:00:00Z`);
  if ((!values.report && !values['dry-run']) || Number.isNaN(now.getTime())) throw new StartupError(USAGE);
  return { report: values.report, isDryRun: values['dry-run'], now };

  function parse() {
    try {
      return parseArgs({ options, strict: true });
    } catch (error) {
      throw new StartupError(`${(error as Error).message}\n${USAGE}`);
    }
  }
}

async function printReport(db: Database, now: Date): Promise<void> {
  const report = await readReport(db, now);
  for (const [name, text] of Object.entries(LINES)) print(report[name as keyof Report], text);
}

async function printDryRun(db: Database, now: Date): Promise<void> {
  const { accounts, steps } = await dryRun(db, now);
  print(accounts, `accounts are due by ${now.toISOString()}. A sweep would:`);
  for (const { what, count, examples } of steps) {
    print(count, what);
    for (const userId of examples) console.log(`${' '.repeat(14)}${userId}`);
    if (count > examples.length) console.log(`${' '.repeat(14)}and ${count - examples.length} more`);
  }
  if (steps.length === 0) console.log(`${' '.repeat(14)}do nothing`);
}

function print(count: number, text: string): void {
  console.log(`${count.toLocaleString('en-GB').padStart(12)}  ${text}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(2);
});
