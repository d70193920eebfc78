import { DAY_MS } from '@keepsake/contracts/platform/limits';
import type { StoreApi } from 'zustand/vanilla';
import {
  type ImportItem,
  type ImportQueue,
  isPending,
  openFileStore,
  type UnfinishedFile,
} from '#/features/library/upload-queue/index.ts';
import { pause } from '#/shared/api/retry.ts';
import { randomUuid } from '#/shared/api/send-request.ts';

const files = openFileStore('keepsake-unfinished-uploads');
/**
 * Maximum bytes of file copies stored in the browser, so that uploads can resume on their own; of further files only the names
 * are stored.
 */
const MAX_STORED_BYTES = 512 * 1024 ** 2;
/** Older unfinished uploads are not offered any more, in milliseconds. */
const NOTIFIED_FOR_MS = 7 * DAY_MS;
/** Changes within this time are written together, in milliseconds. */
const GATHERED_MS = 100;

/** An unfinished file, stored under the key of its customer, page and item. */
type Entry = Omit<UnfinishedFile, 'id'> & { pageId: string; id: number; at: number };
type Key = [subject: string, pageId: string, id: number];
/** What a closed page left unfinished. */
type Left = { key: Key; entry: Entry };

/** All of a customer's entries. */
const rangeOf = (subject: string) => IDBKeyRange.bound([subject], [subject, []]);

const isOld = ({ at }: Entry) => at < Date.now() - NOTIFIED_FOR_MS;

/**
 * Whether a page of this customer has left uploads unfinished, or another one is uploading. Removes what is too old, whoever it
 * belongs to, since its customer may never return to this browser.
 */
export async function hasUnfinishedUploads(subject: string): Promise<boolean> {
  await files((store) => {
    const cursors = store.openCursor();
    cursors.addEventListener('success', () => {
      const cursor = cursors.result;
      if (cursor && isOld(cursor.value as Entry)) cursor.delete();
      cursor?.continue();
    });
    return cursors;
  });
  return ((await files((store) => store.count(rangeOf(subject)))) ?? 0) > 0;
}

/** Photos that are not saved yet, in all pages of this browser; of how many the device has the name, and of how many a copy. */
export type UnsavedPhotos = { photos: number; named: number; stored: number };
/** Signing out does not wait any longer for the browser's store, in milliseconds. */
const COUNTED_WITHIN_MS = 3_000;

/** The photos that a customer who signs out has not saved. */
export async function countUnsavedPhotos(subject: string): Promise<UnsavedPhotos> {
  const reading = files<Entry[]>((store) => store.getAll(rangeOf(subject)));
  const entries = await Promise.race([reading, pause(COUNTED_WITHIN_MS)]);
  const stored = (entries ?? []).filter((entry) => !isOld(entry));
  // Where the browser stores nothing, only this page knows.
  const listed = followed?.subject === subject ? followed.store.getState().items : [];
  return {
    photos: Math.max(stored.length, listed.filter(isUnfinished).length),
    named: stored.length,
    stored: stored.filter(({ file }) => file !== null).length,
  };
}

/** Customers of whom this page stores nothing any more. */
const forgotten = new Set<string>();

/** Removes a customer's files from the browser; others who use it find theirs again. */
export async function forgetUnfinishedUploads(subject: string): Promise<void> {
  forgotten.add(subject);
  await files((store) => store.delete(rangeOf(subject)));
}

/**
 * Holds a page's lock until this page is closed; false if another page has it. Whoever holds it owns the page's entries. Browsers
 * support locks over https only, and without them every other page counts as closed.
 */
function lockPage(pageId: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const keep = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise<never>(() => {});
    };
    navigator.locks
      .request(`keepsake-uploads-${pageId}`, { ifAvailable: true }, keep)
      .catch(() => resolve(true));
  });
}

/** What closed pages of this customer left unfinished, with its keys. It stays where it is, so that none of it can be lost. */
async function takeLeft(subject: string): Promise<Left[]> {
  const keys = (await files<IDBValidKey[]>((store) => store.getAllKeys(rangeOf(subject)))) ?? [];
  const pageIds = new Set((keys as Key[]).map(([, pageId]) => pageId));
  const owned = new Set<string>();
  for (const pageId of pageIds) if (await lockPage(pageId)) owned.add(pageId);
  if (owned.size === 0) return [];
  // Read once the pages are owned: until then, others may finish or remove what they took over.
  const entries = (await files<Entry[]>((store) => store.getAll(rangeOf(subject)))) ?? [];
  const left = entries.flatMap((entry): Left[] =>
    owned.has(entry.pageId) ? [{ key: [subject, entry.pageId, entry.id], entry }] : [],
  );
  return left.filter(({ entry }) => !isOld(entry));
}

/** This page's import. */
let followed: Followed | undefined;

type Followed = {
  subject: string;
  store: StoreApi<ImportQueue>;
  runner: {
    fileOf(id: number): File | undefined;
    newId(): number;
    restore(unfinished: readonly UnfinishedFile[]): void;
  };
};

/**
 * Stores this page's unfinished files, with copies of as many as fit, until they are saved or removed from the list. Lists what
 * closed pages left unfinished.
 */
export async function keepUnfinishedUploads(importOfPage: Followed): Promise<void> {
  followed = importOfPage;
  const { subject, store, runner } = importOfPage;
  const pageId = randomUuid();
  const stored = createStoredFiles(pageId, importOfPage);
  // Before anything is stored: other pages would otherwise take it for a closed page's.
  await lockPage(pageId);
  let isScheduled = false;
  function follow() {
    isScheduled = false;
    if (!forgotten.has(subject)) void stored.match(store.getState().items.filter(isUnfinished));
  }
  // What was picked is stored at once, what becomes of it soon.
  store.subscribe(({ items }, before) => {
    if (items.length > before.items.length) return follow();
    if (!isScheduled) setTimeout(follow, GATHERED_MS);
    isScheduled = true;
  });
  follow();
  const left = (await takeLeft(subject)).map((one) => ({ ...one, id: runner.newId() }));
  for (const one of left) stored.takeOver(one);
  runner.restore(left.map(({ id, entry }) => ({ ...entry, id })));
}

/** What the browser has stored of this page's files, and of those it took over from closed pages. */
function createStoredFiles(pageId: string, { subject, runner }: Followed) {
  const stored = new Map<number, { key: Key; bytes: number }>();
  const keyOf = (id: number): Key => [subject, pageId, id];
  const put = (entries: IDBObjectStore, item: ImportItem, file: File | null) =>
    entries.put(entryOf(item, pageId, file), keyOf(item.id));
  /** In one transaction: whoever leaves while it is written would otherwise be told only some of the names. */
  const putNames = ([first, ...others]: readonly ImportItem[]) =>
    first &&
    files((entries) => {
      for (const item of others) put(entries, item, null);
      return put(entries, first, null);
    });
  async function putCopy(item: ImportItem) {
    const file = runner.fileOf(item.id);
    const own = stored.get(item.id);
    const total = [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (!file || !own || total + file.size > MAX_STORED_BYTES || forgotten.has(subject)) return;
    own.bytes = file.size;
    await files((entries) => put(entries, item, file));
  }
  return {
    /** Stores what is new among the unfinished items, and deletes what is no longer among them. */
    async match(unfinished: readonly ImportItem[]): Promise<void> {
      const ids = new Set(unfinished.map(({ id }) => id));
      for (const [id, { key }] of stored) {
        if (ids.has(id)) continue;
        stored.delete(id);
        void files((entries) => entries.delete(key));
      }
      const fresh = unfinished.filter(({ id }) => !stored.has(id));
      for (const { id } of fresh) stored.set(id, { key: keyOf(id), bytes: 0 });
      // Names first, because the customer needs to know them.
      await putNames(fresh);
      for (const item of fresh) await putCopy(item);
    },
    takeOver({ id, key, entry }: Left & { id: number }): void {
      stored.set(id, { key, bytes: entry.file?.size ?? 0 });
    },
  };
}

function entryOf({ id, name, bytes, albumId, folder }: ImportItem, pageId: string, file: File | null): Entry {
  return { id, name, bytes, albumId, folder, file, pageId, at: Date.now() };
}

/** Whether it may still become a photo, now or at the next visit. */
function isUnfinished(item: ImportItem): boolean {
  return isPending(item) || item.status === 'failed' || item.unfinished !== undefined;
}
