import type { Audit } from './audit-storage.ts';
import type { Sweep } from './remove-orphans.ts';

const number = (count: number) => count.toLocaleString('en-GB');

/** What the person at the terminal reads. */
export function printAudit({ photos, deletedPhotos, objects, findings }: Audit): void {
  console.log(`${number(photos)} photos and ${number(objects)} objects were compared.`);
  if (deletedPhotos > 0)
    console.log(`${number(deletedPhotos)} deleted photos still have objects to be removed.`);
  for (const { what, count, examples } of findings) {
    console.log(`\n${number(count)} ${what}:`);
    for (const example of examples) console.log(`  ${example}`);
    if (count > examples.length) console.log(`  and ${number(count - examples.length)} more`);
  }
  console.log(findings.length === 0 ? 'No problems were found.' : '');
}

/** What was done about objects that belong to nothing. */
export function printSweep({ removed }: Sweep): void {
  console.log(`${number(removed)} orphaned objects were removed.`);
}
