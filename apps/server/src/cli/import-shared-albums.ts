import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { findByEmail } from '../modules/account/customers/index.ts';
import { type ImportOutcome, importSharedAlbums, parseImportFile } from '../modules/library/albums/index.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

/** `import-shared-albums`: exits with 1 if an album was refused. */
export function addImportSharedAlbums(program: Command, { env, now, folder }: Place): void {
  program
    .command('import-shared-albums')
    .description('Import albums that customers shared elsewhere.')
    .argument('<albums>', 'the list of albums (albums.json)')
    .action(async (file: string) => {
      const albums = await readAlbums(file, folder);
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const find = (emails: readonly string[]) => findByEmail(db, emails);
        const outcomes = await importSharedAlbums({ db, now, findByEmail: find }, albums);
        print(outcomes);
        process.exitCode = outcomes.some(({ state }) => state === 'refused') ? 1 : 0;
      });
    });
}

async function readAlbums(file: string, folder: string) {
  const text = await readFile(path.resolve(folder, file), 'utf8').catch((error: Error) => {
    throw new StartupError(`${file} cannot be read: ${error.message}`);
  });
  const { albums, faults } = parseImportFile(text);
  if (faults) {
    throw new StartupError(`${file} is not valid. Nothing has been imported.\n${faults.join('\n')}`);
  }
  return albums;
}

function print(outcomes: readonly ImportOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'refused') continue;
    console.log(`\nAlbum ${outcome.albumId} rejected:`);
    for (const fault of outcome.faults) console.log(`  ${fault}`);
  }
  const count = (requested: ImportOutcome['state']) =>
    outcomes.filter(({ state }) => state === requested).length;
  console.log(
    `${count('imported')} albums imported, ${count('was there')} already there, ${count('refused')} rejected.`,
  );
}
