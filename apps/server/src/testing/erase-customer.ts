import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { areasOf } from '../platform/erase-declared.ts';
import type { Module } from '../platform/module.ts';
import { ObjectNotFound, type ObjectStore } from '../platform/objects/object-store.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { readRowsWithText } from './rows-with-text.ts';
import type { TestClock } from './test-clock.ts';

/** What one module keeps of customers, ready to be counted, erased and read. */
export function areaOf(db: Database, module: Module): PersonalData {
  const [area] = areasOf(db, [module]);
  if (!area) throw new Error('The module keeps nothing of customers');
  return area;
}

type World = { db: Database; clock: TestClock };

/**
 * Has an area erase a customer until nothing is left. Moves a fixed clock to each date at which the area wants to continue; with
 * a running clock it waits. The area's own jobs must run in the meantime.
 */
export async function eraseArea(
  { area, erase }: PersonalData,
  customerId: CustomerId,
  { db, clock }: World,
): Promise<void> {
  const { email = '' } =
    (await db.selectFrom('customers').select('email').where('user_id', '=', customerId).executeTakeFirst()) ??
    {};
  const closing = { closedAt: clock.now, emails: email ? [email] : [] };
  await vi.waitFor(
    async () => {
      const back = await erase(customerId, closing);
      if (back === null) return;
      if (back > clock.now) clock.now = back;
      throw new Error(`${area} comes back at ${back.toISOString()}`);
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Makes erasures in progress and purges of photos that wait for a moment run now. */
export async function advanceErasures(db: Database): Promise<void> {
  await sql`
    with due as (
      update graphile_worker._private_jobs set run_at = now()
      where (key like 'erase:%' or key like 'purge:%') and locked_at is null and attempts < max_attempts
        and run_at between now() and now() + interval '2 minutes'
      returning id)
    select pg_notify('jobs:insert', '{"r":0,"count":1}') from due limit 1`.execute(db);
}

type Stored = { db: Database; objects: Pick<ObjectStore, 'list' | 'read'>; dataDir: string };

/** Traces that stay according to docs/privacy.md and change by the clock: the position of the storage scrub. */
export const isPassing = (trace: string) => trace.startsWith('public.storage_scrub ');

/**
 * Every place that contains one of the texts: rows of all tables, jobs included, objects by key or content, files and folders of
 * the data folder by name or content. Encrypted and hashed data is not found.
 */
export async function findTraces(
  { db, objects, dataDir }: Stored,
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) found.push(...(await readRowsWithText(db, text)));
  const stands = (bytes: Buffer) => texts.some((text) => bytes.includes(text));
  for await (const { key } of objects.list('')) {
    const bytes = await objects.read(key).catch(gone);
    if (bytes && (stands(Buffer.from(key)) || stands(bytes))) found.push(`object ${key}`);
  }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const name = path.join(file.parentPath, file.name);
    const bytes = file.isFile() ? await readFile(name).catch(gone) : Buffer.of();
    if (bytes && (stands(Buffer.from(name)) || stands(bytes)))
      found.push(`file ${path.relative(dataDir, name)}`);
  }
  return [...new Set(found)];
}

/** Removed during the search. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error instanceof ObjectNotFound) return null;
  throw error;
}
