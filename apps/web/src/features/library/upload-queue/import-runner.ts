import type { PhoneRefusal } from '@keepsake/contracts/library/phone-transfers';
import type { StoreApi } from 'zustand/vanilla';
import { idBatches } from '#/shared/api/call.ts';
import { type ImportItem, isPending, refusalOf } from './import-item.ts';
import { type ImportEvent, type ImportQueue, importQueue } from './import-queue.ts';
import { createSender, type ImportContext, type ImportOptions } from './send-items.ts';
import { createShownPhotos } from './shown-photos.ts';

/** Album and folder that files are picked with. */
type Goal = Pick<ImportItem, 'albumId' | 'folder'>;
/** A photo that a phone has sent to the library for this import. */
export type Arrived = Pick<ImportItem, 'name' | 'bytes'> & {
  imageId: string;
  uploadId: string;
  status: 'saved' | 'known' | 'restored';
};

/** A file left unfinished by an earlier visit; null if the browser did not keep it. */
export type UnfinishedFile = Pick<ImportItem, 'id' | 'name' | 'bytes' | 'albumId' | 'folder'> & {
  file: File | null;
};

/**
 * Processes a queue: asks which contents the library already has, sends the others a few at a time, and counts a file as saved
 * once the server confirms it. It is not tied to a page, so it continues across navigation.
 */
export function createImportRunner(options: ImportOptions) {
  const { store } = options;
  const dispatch = (event: ImportEvent) => store.setState((queue) => importQueue(queue, event), true);
  const files = new Map<number, File>();
  let lastId = 0;
  const nextId = () => ++lastId;
  const shownPhotos = createShownPhotos({ read: store.getState, dispatch, nextId });
  const context = { ...options, dispatch, files, nextId, shownPhotos };
  const sender = createSender(context);
  return {
    gate: sender.gate,
    /** The picked file of a listed item. */
    fileOf: (id: number) => files.get(id),
    /** The id of an item that will be listed. */
    newId: nextId,
    /** Tracks which saved photos can be displayed. */
    shownPhotos,
    ...listPicked(context, sender),
    ...listTransferred(context),
    ...changeListed(context, sender),
    retryFailed(): void {
      dispatch({ type: 'retried' });
      sender.pump();
    },
  };
}

type Sender = ReturnType<typeof createSender>;

/** Files picked on this device, now or at an earlier visit. */
function listPicked({ store, dispatch, files, nextId }: ImportContext, { pump }: Sender) {
  return {
    /** Adds files; those picked for an album are added to it as well. Returns the ids of the items. */
    add(picked: readonly File[], goal: Goal = {}): number[] {
      const items = picked.map((file) => itemOf(nextId(), file, goal));
      for (const [at, { id }] of items.entries()) files.set(id, picked[at] as File);
      // Unfinished items leave the list when their file is picked again.
      const left = unfinishedAmong(store.getState().items, picked);
      if (left.length > 0) dispatch({ type: 'removed', ids: new Set(left) });
      for (const id of left) files.delete(id);
      dispatch({ type: 'added', items });
      pump();
      return items.map(({ id }) => id);
    },
    /** Lists files left unfinished by an earlier visit; a retry continues with those the browser kept. */
    restore(unfinished: readonly UnfinishedFile[]): void {
      for (const { id, file } of unfinished) if (file) files.set(id, file);
      if (unfinished.length > 0) dispatch({ type: 'added', items: unfinished.map(unfinishedItem) });
    },
  };
}

function itemOf(id: number, file: File, goal: Goal): ImportItem {
  const refusal = refusalOf(file);
  const item = { id, name: file.name, bytes: file.size, ...goal, isChecked: false, sent: 0 };
  return refusal ? { ...item, status: 'refused', reason: refusal } : { ...item, status: 'waiting' };
}

function unfinishedItem({ file, id, name, bytes, albumId, folder }: UnfinishedFile): ImportItem {
  const item = { id, name, bytes, albumId, folder, isChecked: false, sent: 0 };
  return file
    ? { ...item, status: 'failed', unfinished: 'kept' }
    : { ...item, status: 'refused', unfinished: 'gone' };
}

function unfinishedAmong(items: readonly ImportItem[], picked: readonly File[]): number[] {
  const repeated = new Set(picked.map(({ name, size }) => `${size} ${name}`));
  return items.flatMap(({ id, unfinished, name, bytes }) =>
    unfinished && repeated.has(`${bytes} ${name}`) ? [id] : [],
  );
}

/** What phones have sent for this import, or could not send. */
function listTransferred({ store, dispatch, nextId, shownPhotos }: ImportContext) {
  /** Each refusal is listed once, even if the customer removes it from the list. */
  const listedRefusals = new Set<string>();
  return {
    /** Lists photos that a phone sent, each once. */
    receive(arrived: readonly Arrived[]): void {
      const known = new Set(store.getState().items.map(({ uploadId }) => uploadId));
      const fresh = arrived.filter(({ uploadId }) => !known.has(uploadId));
      if (fresh.length === 0) return;
      const items = fresh.map((one): ImportItem => {
        const known = shownPhotos.recall(one.imageId);
        return { ...one, ...known, id: nextId(), isChecked: true, sent: one.bytes };
      });
      dispatch({ type: 'added', items });
    },
    /** Lists the files that phones could not send, and removes those they have retried. */
    receiveRefusals(refusals: readonly PhoneRefusal[]): void {
      const { items } = store.getState();
      const notified = new Set(refusals.map(({ refusalId }) => refusalId));
      const over = items.filter(({ refusalId }) => refusalId !== undefined && !notified.has(refusalId));
      if (over.length > 0) dispatch({ type: 'removed', ids: new Set(over.map(({ id }) => id)) });
      const fresh = refusals.filter(({ refusalId }) => !listedRefusals.has(refusalId));
      if (fresh.length > 0)
        dispatch({ type: 'added', items: fresh.map((one) => refusedOnPhone(nextId(), one)) });
      for (const { refusalId } of fresh) listedRefusals.add(refusalId);
    },
  };
}

/** Cannot be retried from this device. */
function refusedOnPhone(id: number, { refusalId, fileName, reason }: PhoneRefusal): ImportItem {
  return { id, refusalId, name: fileName, bytes: 0, status: 'refused', reason, isChecked: true, sent: 0 };
}

/** What the customer does with listed items. */
function changeListed({ store, dispatch, files, transport, shownPhotos }: ImportContext, sender: Sender) {
  return {
    /** Marks an item for removal, or unmarks it [IMP-11]. */
    mark: (id: number, isMarked: boolean): void => dispatch({ type: 'marked', id, isMarked }),
    /** Removes items from the list, stopping those being sent. Photos already saved stay in the library. */
    remove(...ids: number[]): void {
      dispatch({ type: 'removed', ids: new Set(ids) });
      for (const id of ids) files.delete(id);
      sender.stop(ids);
      sender.pump();
    },
    /** Adds a whole folder to an album: saved photos immediately, the others once they are saved. */
    async assign(folder: string, albumId: string): Promise<void> {
      const done = store.getState().items.filter((item) => item.folder === folder && !item.albumId);
      dispatch({ type: 'assigned', folder, albumId });
      const photoIds = [...new Set(done.flatMap(({ imageId }) => imageId ?? []))];
      for (const batch of idBatches(photoIds)) await transport.addToAlbum(albumId, batch);
    },
    /** Stops everything not yet saved. Items being saved can no longer be stopped and are awaited. */
    async cancel(): Promise<void> {
      const items = store.getState().items.filter(isPending);
      const [saving, others] = [new Set<number>(), new Set<number>()];
      for (const { id, status } of items) (status === 'saving' ? saving : others).add(id);
      sender.stop(others);
      dispatch({ type: 'removed', ids: others });
      await untilOver(store, saving);
      sender.stop();
      dispatch({ type: 'cancelled' });
    },
    /** Clears the list. */
    clear(): void {
      shownPhotos.unlist(store.getState().items);
      files.clear();
      dispatch({ type: 'cleared' });
    },
  };
}

/** Resolves when the items are no longer pending, or the network keeps them from finishing. */
function untilOver(store: StoreApi<ImportQueue>, ids: ReadonlySet<number>): Promise<void> {
  const isOver = ({ items, pause }: ImportQueue) =>
    pause !== null || !items.some((item) => ids.has(item.id) && isPending(item));
  if (isOver(store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe((queue) => {
      if (!isOver(queue)) return;
      stop();
      resolve();
    });
  });
}
