import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';
import {
  type Audit,
  auditStorage,
  readEveryObject,
  readSlowestTime,
  removeOrphans,
  type Sweep,
  usualOrphans,
} from '../modules/library/storage-audit/index.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { removeOrphans?: true; upTo?: number; deep?: true };

/** `audit-storage`: exits with 1 if something is wrong. */
export function addAuditStorage(program: Command, { env, now }: { env: NodeJS.ProcessEnv; now: Date }): void {
  program
    .command('audit-storage')
    .description('Check every photo against its objects, and every stored count against its rows.')
    .option('--remove-orphans', 'remove orphaned objects first')
    .option('--up-to <number>', 'how many to remove at most, if there are more than usual', countOf)
    .option('--deep', 'also read every object (takes as long as copying the store)')
    .action(async ({ removeOrphans: isRemoving, upTo, deep: isDeep }: Options) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ directUrl: databaseUrl, db }) => {
        const objects = await openObjectStore(config, db);
        try {
          if (isRemoving) {
            const maxOrphans = upTo === undefined ? usualOrphans : () => upTo;
            const slowest = await readSlowestTime(db, [now]);
            printRemoved(await removeOrphans({ db, databaseUrl, objects, now: slowest, maxOrphans }));
          }
          const audit = await auditStorage({ databaseUrl, objects });
          if (isDeep) audit.findings.push(...(await readEveryObject({ db, objects })));
          printAudit(audit);
          process.exitCode = audit.findings.length === 0 ? 0 : 1;
        } finally {
          await objects.close();
        }
      });
    });
}

const format = (count: number) => count.toLocaleString('en-GB');

function printAudit({ photos, deletedPhotos, objects, findings }: Audit): void {
  console.log(`${format(photos)} photos and ${format(objects)} objects compared.`);
  if (deletedPhotos > 0)
    console.log(`${format(deletedPhotos)} deleted photos still have objects to be removed.`);
  for (const { what, count, examples } of findings) {
    console.log(`\n${format(count)} ${what}:`);
    for (const example of examples) console.log(`  ${example}`);
    if (count > examples.length) console.log(`  and ${format(count - examples.length)} more`);
  }
  console.log(findings.length === 0 ? 'No problems were found.' : '');
}

function printRemoved({ orphans, most, spared, removed, isHeld, examples }: Sweep): void {
  if (isHeld) {
    console.log('Nothing removed: the database and the store do not match. Run reconcile first.');
    return;
  }
  if (orphans > most) {
    console.log(`Nothing removed: ${format(orphans)} orphaned objects are more than ${format(most)}:`);
    for (const example of examples) console.log(`  ${example}`);
    console.log(`If this database belongs to this store, repeat it with --up-to ${orphans}.\n`);
  } else console.log(`${format(removed)} orphaned objects removed.`);
  if (spared > 0) console.log(`${format(spared)} stay, because reconcile left them in the store.`);
}

function countOf(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new InvalidArgumentError('Give a number.');
  return Number(given);
}
