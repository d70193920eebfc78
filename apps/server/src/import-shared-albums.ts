import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { borrowDatabase } from './borrow-database.ts';
import { readConfig } from './config.ts';
import { findByEmail } from './modules/customers/index.ts';
import { type ImportOutcome, importSharedAlbums, parseImportFile } from './modules/shared-albums/index.ts';
import { openDatabase } from './platform/database/database.ts';
import { StartupError } from './platform/startup-error.ts';

const USAGE = 'Usage: npm run import-shared-albums -- albums.json';

/** `npm run import-shared-albums -- file`: exit code 1 when an album was refused, 2 when nothing was tried. */
async function main(): Promise<void> {
  const albums = await readAlbums(process.argv[2]);
  const config = readConfig(process.env);
  const database = await borrowDatabase(config);
  const log = pino({ level: 'warn' });
  const { db, close } = openDatabase({ url: database.url, maxConnections: 2, log });
  try {
    const find = (emails: readonly string[]) => findByEmail(db, emails);
    const outcomes = await importSharedAlbums({ db, now: new Date(), findByEmail: find }, albums);
    print(outcomes);
    process.exitCode = outcomes.some(({ state }) => state === 'refused') ? 1 : 0;
  } finally {
    await close();
    await database.giveBack();
  }
}

async function readAlbums(file: string | undefined) {
  if (!file) throw new StartupError(USAGE);
  // npm runs its scripts in the repository, and people name files from where they are.
  const text = await readFile(path.resolve(process.env.INIT_CWD ?? '.', file), 'utf8').catch(
    (error: Error) => {
      throw new StartupError(`${file} cannot be read: ${error.message}`);
    },
  );
  const { albums, faults } = parseImportFile(text);
  if (faults) throw new StartupError(`${file} is not valid, so nothing was imported.\n${faults.join('\n')}`);
  return albums;
}

function print(outcomes: readonly ImportOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'refused') continue;
    console.log(`\nAlbum ${outcome.albumId} was refused:`);
    for (const fault of outcome.faults) console.log(`  ${fault}`);
  }
  const number = (asked: ImportOutcome['state']) => outcomes.filter(({ state }) => state === asked).length;
  console.log(
    `${number('imported')} albums were imported, ${number('was there')} were already there, ${number('refused')} were refused.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(2);
});
