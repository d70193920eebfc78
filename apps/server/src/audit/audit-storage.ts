import pg from 'pg';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { checkMissing } from './check-missing.ts';
import { checkOrphans } from './check-orphans.ts';
import { checkRows } from './check-rows.ts';
import type { Finding } from './finding.ts';
import { loadObjects } from './load-objects.ts';

export type Audit = {
  /** How much was compared. */
  photos: number;
  deletedPhotos: number;
  objects: number;
  /** Only what was found. */
  findings: Finding[];
};

type Options = { databaseUrl: string; objects: ObjectStore };

/**
 * Compares every row with every object and every kept count with its rows; changes nothing. It may run beside a library
 * at work: objects are listed before the rows are read, all rows in one snapshot, and what is wrong is looked at twice.
 */
export async function auditStorage({ databaseUrl, objects }: Options): Promise<Audit> {
  const [client, fresh] = [await connect(databaseUrl), await connect(databaseUrl)];
  try {
    const stored = await loadObjects(client, objects);
    await client.query('begin isolation level repeatable read');
    const { rows } = await client.query<{ photos: number; deleted: number }>(
      'select (select count(*) from photos)::int as photos, (select count(*) from deleted_photos)::int as deleted',
    );
    const findings = [
      ...(await checkMissing({ client, fresh, objects })),
      ...(await checkOrphans({ client, fresh, objects })),
      ...(await checkRows(client)),
    ];
    await client.query('commit');
    const counts = rows[0] ?? { photos: 0, deleted: 0 };
    const found = findings.filter(({ count }) => count > 0);
    return { photos: counts.photos, deletedPhotos: counts.deleted, objects: stored, findings: found };
  } finally {
    await Promise.all([client.end(), fresh.end()]);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'keepsake audit' });
  await client.connect();
  return client;
}
