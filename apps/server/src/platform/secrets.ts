import type { Database, Queryable } from './database/database.ts';
import {
  keyIdOf,
  makeKeyFile,
  newKeyText,
  readKeyFile,
  type SecretKey,
  secretKeyOf,
  unwrapSecret,
  wrapSecret,
} from './secret-keys.ts';
import { StartupError } from './startup-error.ts';

type Settings = {
  /** The keys in SECRETS_KEY, newest first; null keeps the key in the data folder. */
  secretKeys: readonly string[] | null;
  dataDir: string;
};

/** The installation's secrets, shared by its nodes: wrapped in the database, plain in this process's memory. */
export type Secrets = {
  /** Reads a secret by name. The first node that asks creates it. */
  read(name: string, make?: () => string | Promise<string>): Promise<string>;
  /** Changes an existing secret; nodes read it at their next start. */
  change(name: string, change: (value: string) => string | Promise<string>): Promise<void>;
  /** Wraps all secrets with the newest key. Returns how many were wrapped with another one. */
  rewrap(): Promise<number>;
};

/**
 * Opens the secrets of a database and wraps those that an earlier version stored in plain text. Throws StartupError if some are
 * wrapped with a key that is neither in SECRETS_KEY nor in the data folder.
 */
export async function openSecrets(db: Database, settings: Settings): Promise<Secrets> {
  const keys = await readKeys(settings);
  const rows = await db.selectFrom('secrets').select(['name', 'value']).execute();
  requireKeys(rows, keys);
  for (const { name, value } of rows) {
    if (keyIdOf(value) !== null) continue;
    await replace(db, { name, from: value, to: wrapSecret(keys[0], name, value) });
  }
  return secretsOf(db, keys);
}

type Keys = readonly [SecretKey, ...SecretKey[]];

/** Newest first. Keys in the data folder still open what they wrapped before SECRETS_KEY was set. */
async function readKeys({ secretKeys, dataDir }: Settings): Promise<Keys> {
  const inFolder = await readKeyFile(dataDir);
  const texts = [...(secretKeys ?? []), ...inFolder];
  const [newest, ...older] = texts.length > 0 ? texts : await makeKeyFile(dataDir);
  if (newest === undefined) throw new StartupError(`The file secrets.key in ${dataDir} is empty.`);
  return [secretKeyOf(newest), ...older.map(secretKeyOf)];
}

type Row = { name: string; value: string };

function requireKeys(rows: readonly Row[], keys: Keys): void {
  const isLost = rows.some(({ value }) => isWrappedWithOther(value, keys));
  if (!isLost) return;
  throw new StartupError(
    'The key that wraps the secrets in the database is missing: set SECRETS_KEY to it, or put secrets.key ' +
      'back into the data folder. If it is lost, "npm run keepsake -- discard-secrets" creates new ones and signs everybody out.',
  );
}

function isWrappedWithOther(value: string, keys: Keys): boolean {
  const keyId = keyIdOf(value);
  return keyId !== null && !keys.some(({ id }) => id === keyId);
}

/** Deletes the secrets that no key opens, so that the next start creates new ones. Returns their names. */
export async function discardSecrets(db: Database, settings: Settings): Promise<string[]> {
  const keys = await readKeys(settings);
  const rows = await db.selectFrom('secrets').select(['name', 'value']).execute();
  const lost = rows.filter(({ value }) => isWrappedWithOther(value, keys)).map(({ name }) => name);
  if (lost.length > 0) await db.deleteFrom('secrets').where('name', 'in', lost).execute();
  return lost.sort();
}

function secretsOf(db: Database, keys: Keys): Secrets {
  const [newest] = keys;
  return {
    async read(name, make = newKeyText) {
      const found = await select(db, name);
      if (found !== undefined) return unwrapSecret(keys, name, found);
      await db
        .insertInto('secrets')
        .values({ name, value: wrapSecret(newest, name, await make()) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const made = await select(db, name);
      if (made === undefined) throw new Error(`The secret ${name} could not be stored`);
      return unwrapSecret(keys, name, made);
    },

    async change(name, change) {
      const from = await select(db, name);
      if (from === undefined) throw new StartupError(`there is no secret ${name} yet: start Keepsake once.`);
      const value = await change(unwrapSecret(keys, name, from));
      await replaceUnchanged(db, { name, from, to: wrapSecret(newest, name, value) });
    },

    async rewrap() {
      const rows = await db.selectFrom('secrets').select(['name', 'value']).execute();
      const old = rows.filter(({ value }) => keyIdOf(value) !== newest.id);
      await db.transaction().execute(async (trx) => {
        for (const { name, value } of old) {
          const to = wrapSecret(newest, name, unwrapSecret(keys, name, value));
          await replaceUnchanged(trx, { name, from: value, to });
        }
      });
      return old.length;
    },
  };
}

async function select(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

type Replacement = { name: string; from: string; to: string };

/** Throws if another process was faster: its value may be wrapped with a key that is about to go. */
async function replaceUnchanged(db: Queryable, replacement: Replacement): Promise<void> {
  if (await replace(db, replacement)) return;
  throw new StartupError(`the secret ${replacement.name} was changed at the same moment: try again.`);
}

/** False if another process was faster. */
async function replace(db: Queryable, { name, from, to }: Replacement) {
  const { numUpdatedRows } = await db
    .updateTable('secrets')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
