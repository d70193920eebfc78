import type { PhoneRefusal, UploadFault } from '@keepsake/contracts/library/phone-transfers';
import type { StoreApi } from 'zustand/vanilla';
import { idBatches } from '#/shared/api/call.ts';
import { createConnectionGate } from './connection-gate.ts';
import { type ImportItem, isPending, refusalOf } from './import-item.ts';
import { EMPTY_QUEUE, type ImportEvent, type ImportQueue, importQueue } from './import-queue.ts';
import { addKnown, checkContents } from './known-photos.ts';
import { refusalByContent } from './refusal-by-content.ts';
import { createShownPhotos } from './shown-photos.ts';
import type { Transport } from './transport.ts';
import { NotSaved, uploadPhoto } from './upload-photo.ts';
import { createProgressBatch } from './upload-progress.ts';

/** Album and folder that files are picked with. */
type Goal = Pick<ImportItem, 'albumId' | 'folder'>;
/** A photo that a phone has sent to the library for this import. */
export type Arrived = Pick<ImportItem, 'name' | 'bytes'> & {
  imageId: string;
  uploadId: string;
  status: 'saved' | 'known';
};

/** A file left unfinished by an earlier visit; null if the browser did not keep it. */
export type UnfinishedFile = Pick<ImportItem, 'id' | 'name' | 'bytes' | 'albumId' | 'folder'> & {
  file: File | null;
};

/** Number of files sent in parallel. */
const PARALLEL = 4;
/** Failures of one file that stop all waiting ones. */
const HALTING: ReadonlySet<UploadFault> = new Set(['storage-full', 'library-hidden']);
/** Number of files per call that asks for known contents. */
const CHECKED_AT_ONCE = 32;

type Options = {
  store: StoreApi<ImportQueue>;
  transport: Transport;
  hash: (file: File) => Promise<string | null>;
  /** Called after every photo newly added to the library. */
  onSaved?: () => void;
  /** Called with failures that have no known remedy. */
  onUnexpected?: (error: unknown) => void;
};

/**
 * Processes a queue: asks which contents the library already has, sends the others a few at a time, and counts a file as saved
 * once the server confirms it. It is not tied to a page, so it continues across navigation.
 */
export function createImportRunner({ store, transport, hash, onSaved, onUnexpected }: Options) {
  const files = new Map<number, File>();
  const active = new Map<number, AbortController>();
  const dispatch = (event: ImportEvent) => store.setState((queue) => importQueue(queue, event), true);
  const gate = createConnectionGate({ onPause: (pause) => dispatch({ type: 'paused', pause }) });
  const progress = createProgressBatch((sent, bytesPerSecond) => {
    dispatch({ type: 'progressed', sent, bytesPerSecond });
  });
  let lastId = 0;
  let isChecking = false;
  /** Each refusal is listed once, even if the customer removes it from the list. */
  const listedRefusals = new Set<string>();
  const nextId = () => ++lastId;
  const shownPhotos = createShownPhotos({ read: store.getState, dispatch, nextId });

  function pump() {
    void check();
    for (const item of store.getState().items) {
      if (active.size >= PARALLEL) return;
      if (item.status === 'waiting' && item.isChecked && !active.has(item.id)) void work(item);
    }
  }

  /** Checks files ahead of sending, but not far ahead: reading for both competes for the disk. */
  async function check() {
    const waiting = store.getState().items.filter(({ status }) => status === 'waiting');
    const unchecked = waiting.filter((item) => !item.isChecked);
    const ahead = waiting.length - unchecked.length;
    if (isChecking || unchecked.length === 0 || ahead >= CHECKED_AT_ONCE) return;
    isChecking = true;
    const requested = unchecked.slice(0, ahead < PARALLEL ? PARALLEL : CHECKED_AT_ONCE).map(({ id }) => id);
    await refuseByContent(requested);
    const found = await checkContents({
      files: new Map(
        requested.flatMap((id) => (files.has(id) ? [[id, files.get(id) as File] as const] : [])),
      ),
      hash,
      findKnown: transport.findKnown,
    });
    const { items } = store.getState();
    const known = await addKnown({ found, items, transport });
    isChecking = false;
    // The library does not return photos that it cannot display.
    shownPhotos.note(new Map([...known.values()].map((imageId) => [imageId, true])));
    dispatch({ type: 'checked', ids: requested, known });
    for (const { id, albumId } of items) if (known.has(id)) void placeLate(id, albumId);
    pump();
  }

  /** Before a byte is sent: what no name tells [IMP-02]. */
  async function refuseByContent(ids: readonly number[]) {
    for (const id of ids) {
      const file = files.get(id);
      const reason = file && (await refusalByContent(file));
      if (!reason) continue;
      dispatch({ type: 'failed', id, reason });
      files.delete(id);
    }
  }

  async function work({ id, albumId }: ImportItem) {
    const file = files.get(id);
    if (!file) return;
    const controller = new AbortController();
    active.set(id, controller);
    dispatch({ type: 'sending', id });
    try {
      const saved = await uploadPhoto({
        file,
        albumId,
        transport,
        gate,
        signal: controller.signal,
        onProgress: (sent) => progress.add(id, sent),
        onSaving: () => dispatch({ type: 'saving', id }),
      });
      dispatch({ type: 'saved', id, ...saved, ...shownPhotos.recall(saved.imageId) });
      void placeLate(id, albumId);
      if (!saved.isDuplicate) onSaved?.();
    } catch (error) {
      if (!controller.signal.aborted) giveUp(id, error);
    } finally {
      progress.settle(id);
      if (active.get(id) === controller) active.delete(id);
      pump();
    }
  }

  /** Adds a photo to an album that was chosen while it was being sent. */
  async function placeLate(id: number, sentFor: string | undefined) {
    const item = store.getState().items.find((one) => one.id === id);
    if (!item?.albumId || !item.imageId || item.albumId === sentFor) return;
    await transport.addToAlbum(item.albumId, [item.imageId]).catch(onUnexpected);
  }

  function giveUp(id: number, error: unknown) {
    const reason = error instanceof NotSaved ? error.reason : 'unexpected';
    dispatch({ type: 'failed', id, reason });
    if (reason === 'unexpected') onUnexpected?.(error instanceof NotSaved ? error.cause : error);
    if (HALTING.has(reason)) dispatch({ type: 'halted', reason });
  }

  function itemOf(file: File, goal: Goal): ImportItem {
    const id = nextId();
    const refusal = refusalOf(file);
    files.set(id, file);
    const item = { id, name: file.name, bytes: file.size, ...goal, isChecked: false, sent: 0 };
    return refusal ? { ...item, status: 'refused', reason: refusal } : { ...item, status: 'waiting' };
  }

  function unfinishedItem({ file, id, name, bytes, albumId, folder }: UnfinishedFile): ImportItem {
    const item = { id, name, bytes, albumId, folder, isChecked: false, sent: 0 };
    if (file) files.set(id, file);
    return file
      ? { ...item, status: 'failed', unfinished: 'kept' }
      : { ...item, status: 'refused', unfinished: 'gone' };
  }

  /** Removes unfinished items from the list when their file is picked again. */
  function dropLeft(picked: readonly File[]) {
    const repeated = new Set(picked.map(({ name, size }) => `${size} ${name}`));
    const ids = store
      .getState()
      .items.flatMap(({ id, unfinished, name, bytes }) =>
        unfinished && repeated.has(`${bytes} ${name}`) ? [id] : [],
      );
    if (ids.length > 0) dispatch({ type: 'removed', ids: new Set(ids) });
    for (const id of ids) files.delete(id);
  }

  return {
    gate,
    /** The picked file of a listed item. */
    fileOf: (id: number) => files.get(id),
    /** Adds files; those picked for an album are added to it as well. Returns the ids of the items. */
    add(picked: readonly File[], goal: Goal = {}): number[] {
      const items = picked.map((file) => itemOf(file, goal));
      dropLeft(picked);
      dispatch({ type: 'added', items });
      pump();
      return items.map(({ id }) => id);
    },
    /** The id of an item that will be listed. */
    newId: nextId,
    /** Lists files left unfinished by an earlier visit; a retry continues with those the browser kept. */
    restore(unfinished: readonly UnfinishedFile[]): void {
      if (unfinished.length > 0) dispatch({ type: 'added', items: unfinished.map(unfinishedItem) });
    },
    retryFailed(): void {
      dispatch({ type: 'retried' });
      pump();
    },
    /** Marks an item for removal, or unmarks it [IMP-11]. */
    mark: (id: number, isMarked: boolean): void => dispatch({ type: 'marked', id, isMarked }),
    /** Removes items from the list, stopping those being sent. Photos already saved stay in the library. */
    remove(...ids: number[]): void {
      dispatch({ type: 'removed', ids: new Set(ids) });
      for (const id of ids) {
        files.delete(id);
        active.get(id)?.abort();
        active.delete(id);
      }
      pump();
    },
    /** Lists photos that a phone sent for this import, each once. */
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
    /** Tracks which saved photos can be displayed. */
    shownPhotos,
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
      const saving = new Set(items.flatMap(({ id, status }) => (status === 'saving' ? [id] : [])));
      for (const [id, controller] of active) if (!saving.has(id)) controller.abort();
      dispatch({ type: 'removed', ids: new Set(items.flatMap(({ id }) => (saving.has(id) ? [] : [id]))) });
      await untilOver(store, saving);
      for (const controller of active.values()) controller.abort();
      active.clear();
      dispatch({ type: 'cancelled' });
    },
    /** Clears the list. */
    clear(): void {
      shownPhotos.unlist(store.getState().items);
      files.clear();
      store.setState(EMPTY_QUEUE, true);
    },
  };
}

/** Cannot be retried from this device. */
function refusedOnPhone(id: number, { refusalId, fileName, reason }: PhoneRefusal): ImportItem {
  return { id, refusalId, name: fileName, bytes: 0, status: 'refused', reason, isChecked: true, sent: 0 };
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
