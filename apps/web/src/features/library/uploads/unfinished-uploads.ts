import { DAY_MS } from '@keepsake/contracts';
import type { StoreApi } from 'zustand/vanilla';
import { randomUuid } from '#/shared/api/send-request.ts';
import { openFileStore } from '#/shared/uploads/file-store.ts';
import { type ImportItem, isPending } from '#/shared/uploads/import-item.ts';
import type { ImportQueue } from '#/shared/uploads/import-queue.ts';
import type { UnfinishedFile } from '#/shared/uploads/import-runner.ts';

const files = openFileStore('keepsake-unfinished-uploads');
/**
 * Maximum bytes of file copies stored in the browser, so that uploads can resume on their own; of further files only the names
 * are stored.
 */
const KEPT_BYTES = 512 * 1024 ** 2;
/** Older unfinished uploads are not offered any more, in milliseconds. */
const TOLD_FOR_MS = 7 * DAY_MS;
/** Changes within this time are written together, in milliseconds. */
const GATHERED_MS = 100;

/** An unfinished file, stored under the key of its customer, page and item. */
type Entry = UnfinishedFile & { pageId: string; id: number; at: number };

/** All of a customer's entries. */
const rangeOf = (customerId: string) => IDBKeyRange.bound([customerId], [customerId, []]);
const lockOf = (pageId: string) => `keepsake-uploads-${pageId}`;

/** Whether a page of this customer has left uploads unfinished, or another one is uploading. */
export async function hasUnfinishedUploads(customerId: string): Promise<boolean> {
  return ((await files((store) => store.count(rangeOf(customerId)))) ?? 0) > 0;
}

/** Signing out leaves no files in the browser. */
export async function forgetUnfinishedUploads(): Promise<void> {
  await files((store) => store.clear());
}

/**
 * Takes over what closed pages of this customer left unfinished. An open page holds a lock; browsers support locks over https
 * only, and without them every other page counts as closed.
 */
export async function takeUnfinishedUploads(customerId: string): Promise<UnfinishedFile[]> {
  const entries = (await files<Entry[]>((store) => store.getAll(rangeOf(customerId)))) ?? [];
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const open = new Set(held.map(({ name }) => name));
  const unfinished = entries.filter(({ pageId }) => !open.has(lockOf(pageId)));
  for (const { pageId, id } of unfinished) void files((store) => store.delete([customerId, pageId, id]));
  return unfinished.filter(({ at }) => at > Date.now() - TOLD_FOR_MS);
}

type Followed = {
  customerId: string;
  store: StoreApi<ImportQueue>;
  fileOf: (id: number) => File | undefined;
};

/** Stores this page's unfinished files, with copies of as many as fit, until they are saved or removed from the list. */
export function keepUnfinishedUploads({ customerId, store, fileOf }: Followed): void {
  const pageId = randomUuid();
  const kept = new Map<number, number>();
  let isScheduled = false;
  // Held until the page is closed.
  void navigator.locks?.request(lockOf(pageId), () => new Promise(() => {}));

  const put = (entries: IDBObjectStore, item: ImportItem, file: File | null) => {
    const { id, name, bytes, albumId, folder } = item;
    const entry: Entry = { id, name, bytes, albumId, folder, file, pageId, at: Date.now() };
    return entries.put(entry, [customerId, pageId, id]);
  };
  /** In one transaction: whoever leaves while it is written would otherwise be told only some of the names. */
  const putNames = ([first, ...others]: readonly ImportItem[]) =>
    first &&
    files((entries) => {
      for (const item of others) put(entries, item, null);
      return put(entries, first, null);
    });
  const isKept = (id: number) => kept.has(id);
  async function keepCopy(item: ImportItem) {
    const file = fileOf(item.id);
    const total = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (!file || !isKept(item.id) || total + file.size > KEPT_BYTES) return;
    kept.set(item.id, file.size);
    await files((entries) => put(entries, item, file));
  }
  async function follow() {
    isScheduled = false;
    const unfinished = new Map(
      store.getState().items.flatMap((item) => (isUnfinished(item) ? [[item.id, item]] : [])),
    );
    for (const id of kept.keys()) {
      if (unfinished.has(id)) continue;
      kept.delete(id);
      void files((entries) => entries.delete([customerId, pageId, id]));
    }
    const fresh = [...unfinished.values()].filter(({ id }) => !isKept(id));
    for (const { id } of fresh) kept.set(id, 0);
    // Names first, because the customer needs to know them.
    await putNames(fresh);
    for (const item of fresh) await keepCopy(item);
  }
  function schedule() {
    if (!isScheduled) setTimeout(() => void follow(), GATHERED_MS);
    isScheduled = true;
  }
  // What was picked is stored at once, what becomes of it soon.
  store.subscribe(({ items }, before) => {
    if (items.length > before.items.length) void follow();
    else schedule();
  });
  void follow();
}

/** Whether it may still become a photo, now or at the next visit. */
function isUnfinished(item: ImportItem): boolean {
  return isPending(item) || item.status === 'failed' || item.unfinished !== undefined;
}
