import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from './ids.ts';
import { createFolderSync } from './objects/durable-folders.ts';
import { StartupError } from './startup-error.ts';

/** A key that wraps secrets; its id is stored with each secret and reveals nothing about the key. */
export type SecretKey = { id: string; bytes: Buffer };

/** The key derived from a text of at least 32 random characters. */
export function secretKeyOf(text: string): SecretKey {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'keepsake secrets', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/** The id of the key that a stored value was wrapped with; null if it is not wrapped. */
export function keyIdOf(stored: string): string | null {
  return WRAPPED.exec(stored)?.[1] ?? null;
}

/** Encrypts a secret and authenticates its name with it, so that one secret cannot stand in for another. */
export function wrapSecret(key: SecretKey, name: string, value: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
  const encrypted = [cipher.setAAD(Buffer.from(name)).update(value, 'utf8'), cipher.final()];
  return `v1.${key.id}.${Buffer.concat([iv, ...encrypted, cipher.getAuthTag()]).toString('base64url')}`;
}

/** Decrypts what `wrapSecret` encrypted. Throws if none of the keys matches, or if the stored value was changed. */
export function unwrapSecret(keys: readonly SecretKey[], name: string, stored: string): string {
  const [, keyId, text = ''] = WRAPPED.exec(stored) ?? [];
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new Error(`The secret ${name} is not wrapped with a key that is known here`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const value = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
  return Buffer.concat(value).toString('utf8');
}

/** A text of 256 random bits: a token, or what a key can be derived from. */
export const newKeyText = (): string => randomBytes(32).toString('base64url');
export const isKeyText = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Keys of an installation without SECRETS_KEY, one per line, newest first. */
const fileOf = (dataDir: string) => path.join(dataDir, 'secrets.key');

/** The texts of the keys in the data folder; empty without a key file. */
export async function readKeyFile(dataDir: string): Promise<string[]> {
  try {
    await chmod(fileOf(dataDir), 0o600);
    return (await readFile(fileOf(dataDir), 'utf8')).split('\n').filter(Boolean);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new StartupError(
      `The key file ${fileOf(dataDir)} cannot be read (${code}): make the user that runs Keepsake its owner.`,
      { cause: error },
    );
  }
}

const syncFolder = createFolderSync();

/** Creates the key file unless another process has just done so in this folder. It is durable before it wraps anything. */
export async function makeKeyFile(dataDir: string): Promise<string[]> {
  const made = await writeDurably(dataDir, [newKeyText()]);
  await link(made, fileOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(made);
  await syncFolder(dataDir);
  return readKeyFile(dataDir);
}

/** Replaces the keys in the data folder: a crash leaves either all of the old or all of the new ones. */
export async function replaceKeyFile(dataDir: string, texts: readonly string[]): Promise<void> {
  await rename(await writeDurably(dataDir, texts), fileOf(dataDir));
  await syncFolder(dataDir);
}

async function writeDurably(dataDir: string, texts: readonly string[]): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = `${fileOf(dataDir)}.${newId()}`;
  await writeFile(file, `${texts.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return file;
}
