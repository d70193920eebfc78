import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { readDatesAgain } from '../modules/library/photos/index.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `read-dates-again`: once after an upgrade to a release that reads more dates. */
export function addReadDatesAgain(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('read-dates-again')
    .description('Read the dates of photos without one from their files again, after an upgrade.')
    .action(() =>
      borrowDatabase(readConfig(env), async ({ db }) => {
        console.log(`${await readDatesAgain(db)} photos without a date will be read again by the workers.`);
      }),
    );
}
