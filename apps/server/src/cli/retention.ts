import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';
import { type DryRun, dryRun, type Report, readReport } from '../modules/library/retention/index.ts';
import { borrowDatabase } from './borrow-database.ts';

const LINES: Record<keyof Report, string> = {
  accounts: 'storage accounts',
  endsSoon: 'libraries whose photos are kept for less than a month',
  hidden: 'libraries are hidden',
  graceEndsSoon: 'of them will be deleted within a week',
  beingDeleted: 'libraries are being deleted',
  delayed: 'customers could not be warned in time, so their date was moved',
  returned: 'of them because their warnings came back',
  unsentReminders: 'reminders have been waiting for the mail server for more than a day',
  overdue: 'accounts are more than two days overdue: the daily sweep is not running, or is failing',
  withoutAccount: 'customers have no storage account: their photos are kept indefinitely',
};

type Options = { report?: true; dryRun?: true; on?: Date };

/** `retention`: read-only. */
export function addRetention(program: Command, { env, now }: { env: NodeJS.ProcessEnv; now: Date }): void {
  const command = program
    .command('retention')
    .description('Show the state of photo storage, or what the next daily sweep would do. Changes nothing.')
    .option('--report', 'count storage accounts and list what needs attention')
    .option('--dry-run', 'plan the next sweep')
    .option('--on <day>', 'use another day, such as 2027-01-31', parseDay)
    .action(async ({ report, dryRun: isDryRun, on = now }: Options) => {
      if (!report && !isDryRun) command.error('Use --report or --dry-run.');
      await borrowDatabase(readConfig(env), async ({ fromReplica }) => {
        if (report) printReport(await fromReplica((db) => readReport(db, on)));
        if (isDryRun) printDryRun(await fromReplica((db) => dryRun(db, on)), on);
      });
    });
}

/** Noon UTC is the same day in the time zones of all channels. */
function parseDay(day: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(noon.getTime())) throw new InvalidArgumentError('Use a date such as 2027-01-31.');
  return noon;
}

function printReport(report: Report): void {
  for (const [name, text] of Object.entries(LINES)) print(report[name as keyof Report], text);
}

function printDryRun({ accounts, steps }: DryRun, now: Date): void {
  print(accounts, `accounts are due by ${now.toISOString()}. A sweep would:`);
  for (const { what, count, examples } of steps) {
    print(count, what);
    for (const customerId of examples) console.log(`${INDENT}${customerId}`);
    if (count > examples.length) console.log(`${INDENT}and ${count - examples.length} more`);
  }
  if (steps.length === 0) console.log(`${INDENT}do nothing`);
}

const INDENT = ' '.repeat(14);

function print(count: number, text: string): void {
  console.log(`${count.toLocaleString('en-GB').padStart(12)}  ${text}`);
}
