import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { fieldsOf, readStored } from '#/shared/json.ts';
import type { TextStorage } from '#/shared/surviving-storage.ts';

const PREFIX = 'keepsake.upload.';
/** The server drops an upload without progress after a day. */
const LIFETIME_MS = DAY_MS;

/** Identifies a file without reading it, so that it is recognised when picked again after a reload. */
type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>;

type Entry = { url: string; at: number };

/** Remembers a customer's unfinished uploads in the browser, so that they resume after a reload. */
export function createResumeMemory(subject: string, storage: TextStorage, now: () => number = Date.now) {
  const keyOf = ({ name, size, lastModified }: FileIdentity) =>
    `${PREFIX}${subject}.${size}.${lastModified}.${name}`;

  forgetOld(storage, now() - LIFETIME_MS);
  return {
    recall(file: FileIdentity): string | null {
      return readStored(storage, keyOf(file), isEntry)?.url ?? null;
    },
    remember(file: FileIdentity, url: string): void {
      storage.setItem(keyOf(file), JSON.stringify({ url, at: now() } satisfies Entry));
    },
    forget(file: FileIdentity): void {
      storage.removeItem(keyOf(file));
    },
  };
}

export type ResumeMemory = ReturnType<typeof createResumeMemory>;

function forgetOld(storage: TextStorage, before: number): void {
  for (const key of storage.keys()) {
    if (!key.startsWith(PREFIX)) continue;
    const entry = readStored(storage, key, isEntry);
    if (entry && entry.at < before) storage.removeItem(key);
  }
}

function isEntry(value: unknown): value is Entry {
  const { url, at } = fieldsOf(value);
  return typeof url === 'string' && typeof at === 'number';
}
