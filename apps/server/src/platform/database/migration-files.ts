import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of `migrations/`, which is never edited once a release has it. */
export type MigrationFile = {
  /** `NNNN-what`. */
  name: string;
  text: string;
  /** False for statements that PostgreSQL refuses in a transaction, such as `create index concurrently`. */
  isInTransaction: boolean;
  /** The earliest release whose nodes can work once it is applied; null if all of them can. */
  needs: string | null;
  /** The backfill that fills in what it adds, for rows that existed. */
  backfill: string | null;
  /** The backfill that must be done before it, because it takes away what that reads, or requires what that fills in. */
  after: string | null;
};

/** What a migration says about itself, on a line of its own. */
const OUTSIDE = /^-- keepsake: outside a transaction$/m;
const NEEDS = /^-- keepsake: needs (\d+\.\d+\.\d+)$/m;
const BACKFILL = /^-- keepsake: backfill ([a-z-]+)$/m;
const AFTER = /^-- keepsake: after backfill ([a-z-]+)$/m;

/** Reads `NNNN-what.sql` files in the order of their names. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) =>
      parseMigration(path.basename(name, '.sql'), await readFile(path.join(folder, name), 'utf8')),
    ),
  );
}

/** Reads what the text of a migration says about itself. */
export function parseMigration(name: string, text: string): MigrationFile {
  const [needs = null, backfill = null, after = null] = [NEEDS, BACKFILL, AFTER].map(
    (statement) => statement.exec(text)?.[1],
  );
  return { name, text, isInTransaction: !OUTSIDE.test(text), needs, backfill, after };
}

/** The statements of a file whose statements run one by one: each ends with its line. */
export function statementsOf({ text }: Pick<MigrationFile, 'text'>): string[] {
  const withoutComments = text.replace(/^--.*$/gm, '');
  return withoutComments
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
