import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { findByEmail } from '../modules/account/customers/index.ts';
import { type IntakeOutcome, readIntake, takeInUploads } from '../modules/library/legacy-import/index.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `import-legacy-uploads`: exits with 1 if a file was refused. */
export function addImportLegacyUploads(
  program: Command,
  { env, folder }: { env: NodeJS.ProcessEnv; folder: string },
): void {
  program
    .command('import-legacy-uploads')
    .description('Import photos that customers uploaded before there were libraries.')
    .argument('<uploads>', 'a list (uploads.json), or a folder with one folder per email address')
    .action(async (uploads: string) => {
      const { intakes, faults } = await readIntake(path.resolve(folder, uploads));
      if (faults) throw new StartupError(`nothing has been imported.\n${faults.join('\n')}`);
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const objects = await openObjectStore(config, db);
        try {
          const find = (emails: readonly string[]) => findByEmail(db, emails);
          const outcomes = await takeInUploads({ db, objects, findByEmail: find }, intakes);
          print(outcomes);
          process.exitCode = outcomes.some(({ state }) => state === 'refused') ? 1 : 0;
        } finally {
          await objects.close();
        }
      });
    });
}

function print(outcomes: readonly IntakeOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.state === 'refused') console.log(`${outcome.file} rejected: ${outcome.fault}`);
  }
  const count = (requested: IntakeOutcome['state']) =>
    outcomes.filter(({ state }) => state === requested).length;
  console.log(
    `${count('taken in')} files imported, ${count('claimed')} unclaimed files assigned to a customer, ` +
      `${count('was there')} already there, ${count('refused')} rejected.`,
  );
}
