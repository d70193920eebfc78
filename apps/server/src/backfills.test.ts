import path from 'node:path';
import { expect, test } from 'vitest';
import { BACKFILLS } from './backfills.ts';
import { readMigrationFiles } from './platform/database/migration-files.ts';

test('each backfill that a migration declares is there, and no other', async () => {
  const files = await readMigrationFiles(path.join(import.meta.dirname, 'migrations'));
  const declared = files.map(({ backfill }) => backfill).filter((name) => name !== null);
  expect(BACKFILLS.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
});
