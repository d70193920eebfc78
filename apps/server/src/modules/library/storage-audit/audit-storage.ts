import { checkMissing } from './check-missing.ts';
import { checkOrphans } from './check-orphans.ts';
import { checkRows } from './check-rows.ts';
import { compareStored, type Options } from './compare-stored.ts';
import type { Finding } from './finding.ts';

export type Audit = {
  /** How much was compared. */
  photos: number;
  deletedPhotos: number;
  objects: number;
  /** Only what was found. */
  findings: Finding[];
};

/**
 * Compares every row with every object and every kept count with its rows; changes nothing. It may run beside a library
 * at work: objects are listed before the rows are read, all rows in one snapshot, and what is wrong is looked at twice.
 */
export async function auditStorage(options: Options): Promise<Audit> {
  return compareStored(options, async (comparison) => {
    const { client, stored } = comparison;
    const { rows } = await client.query<{ photos: number; deleted: number }>(
      'select (select count(*) from photos)::int as photos, (select count(*) from deleted_photos)::int as deleted',
    );
    const findings = [
      ...(await checkMissing(comparison)),
      ...(await checkOrphans(comparison)),
      ...(await checkRows(client)),
    ];
    const counts = rows[0] ?? { photos: 0, deleted: 0 };
    const found = findings.filter(({ count }) => count > 0);
    return { photos: counts.photos, deletedPhotos: counts.deleted, objects: stored, findings: found };
  });
}
