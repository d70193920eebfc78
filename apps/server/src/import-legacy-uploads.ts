import path from 'node:path';
import { pino } from 'pino';
import { borrowDatabase } from './borrow-database.ts';
import { readConfig } from './config.ts';
import { findByEmail } from './modules/customers/index.ts';
import { type IntakeOutcome, readIntake, takeUploadsIn } from './modules/legacy-uploads/index.ts';
import { openDatabase } from './platform/database/database.ts';
import { createObjectStore } from './platform/objects/create-object-store.ts';
import { StartupError } from './platform/startup-error.ts';

const USAGE = 'Usage: npm run import-legacy-uploads -- uploads.json, or a folder in place of the list';

/** `npm run import-legacy-uploads -- place`: exit code 1 when a file was refused, 2 when nothing was tried. */
async function main(): Promise<void> {
  const place = process.argv[2];
  if (!place) throw new StartupError(USAGE);
  // npm runs its scripts in the repository, and people name files from where they are.
  const { intakes, faults } = await readIntake(path.resolve(process.env.INIT_CWD ?? '.', place));
  if (faults) throw new StartupError(`Nothing was imported.\n${faults.join('\n')}`);
  const config = readConfig(process.env);
  const database = await borrowDatabase(config);
  const log = pino({ level: 'warn' });
  const { db, close } = openDatabase({ url: database.url, maxConnections: 2, log });
  const objects = createObjectStore(config);
  try {
    const find = (emails: readonly string[]) => findByEmail(db, emails);
    const outcomes = await takeUploadsIn({ db, objects, findByEmail: find }, intakes);
    print(outcomes);
    process.exitCode = outcomes.some(({ state }) => state === 'refused') ? 1 : 0;
  } finally {
    await objects.close();
    await close();
    await database.giveBack();
  }
}

function print(outcomes: readonly IntakeOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.state === 'refused') console.log(`${outcome.file} was refused: ${outcome.fault}`);
  }
  const number = (asked: IntakeOutcome['state']) => outcomes.filter(({ state }) => state === asked).length;
  console.log(
    `${number('taken in')} files were imported, ${number('claimed')} without a customer were given theirs, ` +
      `${number('was there')} were already there, ${number('refused')} were refused.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(2);
});
