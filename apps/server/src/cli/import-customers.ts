import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { type Imported, importCustomer } from '../modules/account/customers/index.ts';
import { createTombstones } from '../modules/account/deletion/index.ts';
import { beginStorage } from '../modules/library/retention/index.ts';
import { openSecrets } from '../platform/secrets.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

/** Lines between two progress reports. */
const REPORT_EVERY = 10_000;

/** `import-customers`: imports the customers of the retailer's own provider before their first call. */
export function addImportCustomers(program: Command, { env, now, folder }: Place): void {
  program
    .command('import-customers')
    .description(
      'Import customers from your own identity provider. Safe to repeat, even after an interruption.',
    )
    .argument(
      '<customers>',
      'JSON Lines file, each line {"subject","email","emailVerified","name","channel",...}',
    )
    .option('--dry-run', 'only show what would be done')
    .action(async (file: string, { dryRun: isDryRun = false }: { dryRun?: boolean }) => {
      const config = readConfig(env);
      const { issuer } = config.oidc;
      if (!issuer)
        throw new StartupError('OIDC_ISSUER is not set. It names the provider the customers come from.');
      const lines = await openFile(path.resolve(folder, file)).catch((error: Error) => {
        throw new StartupError(`${file} cannot be read: ${error.message}`);
      });
      const counts = await borrowDatabase(config, async ({ db }) => {
        const tombstones = await createTombstones(await openSecrets(db, config), issuer);
        const isErased = tombstones.has;
        const deps = { db, issuer, now, isDryRun, isErased, beginStorage };
        return importLines(lines, (text) => importCustomer(deps, text));
      });
      const { added, linked, known, erased, faults } = counts;
      console.log(
        `${added} added, ${linked} linked to existing customers by email address, ${known} already known,`,
      );
      console.log(`${erased} previously erased here, ${faults} lines with errors.`);
      if (isDryRun) console.log('Nothing has been changed.');
      if (faults > 0) process.exitCode = 1;
    });
}

async function openFile(name: string): Promise<FileHandle> {
  const file = await open(name);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('not a file');
}

async function importLines(
  lines: FileHandle,
  importLine: (text: string) => Promise<Imported>,
): Promise<Counts> {
  const counts: Counts = { added: 0, linked: 0, known: 0, erased: 0, faults: 0 };
  let at = 0;
  for await (const read of lines.readLines()) {
    at++;
    // Also removes the byte order mark with which some programs begin a text file.
    const text = read.trim();
    if (text !== '') count(counts, at, await importLine(text));
    if (at % REPORT_EVERY === 0) console.log(`${at} lines done.`);
  }
  return counts;
}

type Counts = Record<'added' | 'linked' | 'known' | 'erased' | 'faults', number>;

function count(counts: Counts, at: number, outcome: Imported): void {
  if (typeof outcome === 'string') counts[outcome]++;
  else {
    counts.faults++;
    console.error(`line ${at}: ${outcome.fault}`);
  }
}
