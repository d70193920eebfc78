import type { Audit } from './audit-storage.ts';
import type { Sweep } from './orphans.ts';

const number = (count: number) => count.toLocaleString('en-GB');

/** What the person at the terminal reads. */
export function printAudit({ photos, deletedPhotos, objects, findings }: Audit): void {
  console.log(`${number(photos)} photos and ${number(objects)} objects were compared.`);
  if (deletedPhotos > 0) console.log(`${number(deletedPhotos)} deleted photos wait for their objects to go.`);
  for (const { what, count, examples } of findings) {
    console.log(`\n${number(count)} ${what}:`);
    for (const example of examples) console.log(`  ${example}`);
    if (count > examples.length) console.log(`  and ${number(count - examples.length)} more`);
  }
  console.log(findings.length === 0 ? 'Everything is as it should be.' : '');
}

/** What was done about objects that belong to nothing. */
export function printSweep({ removed }: Sweep): void {
  console.log(`${number(removed)} objects that belonged to nothing were removed.`);
}
