import { parseArgs } from 'node:util';
import { auditStorage } from './audit/audit-storage.ts';
import { printAudit, printSweep } from './audit/print-audit.ts';
import { removeOrphans } from './audit/remove-orphans.ts';
import { borrowDatabase } from './borrow-database.ts';
import { readConfig } from './config.ts';
import { createObjectStore } from './platform/objects/create-object-store.ts';
import { StartupError } from './platform/startup-error.ts';

const UNDEFINED_TABLE = '42P01';
const OLDER =
  'The audit cannot start: the database was made by an older version. Start this version once, then try again.';

const USAGE = 'Usage: npm run audit-storage, or npm run audit-storage -- --remove-orphans.';

/** `npm run audit-storage`: exit code 1 and a list when something is not as it should be. */
async function main(): Promise<void> {
  const isRemoving = readArguments();
  const config = readConfig(process.env);
  const database = await borrowDatabase(config);
  const objects = createObjectStore(config);
  try {
    if (isRemoving) printSweep(await removeOrphans({ databaseUrl: database.url, objects, now: new Date() }));
    const audit = await auditStorage({ databaseUrl: database.url, objects });
    printAudit(audit);
    process.exitCode = audit.findings.length === 0 ? 0 : 1;
  } finally {
    await objects.close();
    await database.giveBack();
  }
}

/** Whether objects that belong to nothing are removed first. */
function readArguments(): boolean {
  try {
    const options = { 'remove-orphans': { type: 'boolean', default: false } } as const;
    return parseArgs({ options, strict: true }).values['remove-orphans'];
  } catch (error) {
    throw new StartupError(`${(error as Error).message}\n${USAGE}`);
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) console.error(`The audit cannot start: ${error.message}`);
  else if ((error as { code?: string }).code === UNDEFINED_TABLE) console.error(OLDER);
  else console.error('The audit failed:', error);
  process.exit(2);
});
