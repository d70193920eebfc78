import { randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';

/** Reads a secret of the installation by its name. The first node that asks creates it. */
export async function readSecret(
  db: Database,
  name: string,
  make: () => string | Promise<string> = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const found = await select(db, name);
  if (found !== undefined) return found;
  await db
    .insertInto('secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await select(db, name);
  if (made === undefined) throw new Error(`The secret ${name} could not be stored`);
  return made;
}

async function select(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
