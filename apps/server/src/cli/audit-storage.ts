import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import {
  type Audit,
  auditStorage,
  readEveryObject,
  removeOrphans,
  type Sweep,
} from '../modules/library/storage-audit/index.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { removeOrphans?: true; deep?: true };

/** `audit-storage`: exits with 1 if something is wrong. */
export function addAuditStorage(program: Command, { env, now }: { env: NodeJS.ProcessEnv; now: Date }): void {
  program
    .command('audit-storage')
    .description('Compare every photo with its objects, and every kept count with its rows.')
    .option('--remove-orphans', 'first remove objects that belong to nothing')
    .option('--deep', 'also read every object, which takes as long as a copy of the store')
    .action(async ({ removeOrphans: isRemoving, deep: isDeep }: Options) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ url: databaseUrl, db }) => {
        const objects = await openObjectStore(config, db);
        try {
          if (isRemoving) printRemoved(await removeOrphans({ databaseUrl, objects, now }));
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
  console.log(`${format(photos)} photos and ${format(objects)} objects were compared.`);
  if (deletedPhotos > 0)
    console.log(`${format(deletedPhotos)} deleted photos still have objects to be removed.`);
  for (const { what, count, examples } of findings) {
    console.log(`\n${format(count)} ${what}:`);
    for (const example of examples) console.log(`  ${example}`);
    if (count > examples.length) console.log(`  and ${format(count - examples.length)} more`);
  }
  console.log(findings.length === 0 ? 'No problems were found.' : '');
}

function printRemoved({ removed, isHeld }: Sweep): void {
  if (isHeld)
    console.log('Nothing was removed: database and store do not belong together. Run reconcile first.');
  else console.log(`${format(removed)} orphaned objects were removed.`);
}
