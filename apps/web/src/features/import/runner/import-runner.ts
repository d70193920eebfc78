import type { StoreApi } from 'zustand/vanilla';
import { refusalOf } from '../pick/accept-file.ts';
import type { ImportItem } from '../queue/import-item.ts';
import { EMPTY_QUEUE, type ImportEvent, type ImportQueue, importQueue } from '../queue/import-queue.ts';
import { addKnown } from './add-known.ts';
import { checkContents } from './check-contents.ts';
import { createConnectionGate } from './connection-gate.ts';
import { createProgressBatch } from './progress-batch.ts';
import type { Transport } from './transport.ts';
import { NotSaved, uploadPhoto } from './upload-photo.ts';

/** Files on their way at a time. */
const PARALLEL = 4;
/** Files whose content the library is asked about at a time. */
const CHECKED_AT_ONCE = 32;

type Options = {
  store: StoreApi<ImportQueue>;
  transport: Transport;
  hash: (file: File) => Promise<string | null>;
  /** Called after every photo that came into the library. */
  onSaved?: () => void;
  /** Called with failures that nobody foresaw. */
  onUnexpected?: (error: unknown) => void;
};

/**
 * Works a queue off: asks which contents the library holds, sends the others a few at a time, and counts a file as
 * saved when the server says so. Knows no page, so it goes on whatever is on the screen.
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

  function pump() {
    void check();
    for (const item of store.getState().items) {
      if (active.size >= PARALLEL) return;
      if (item.status === 'waiting' && item.isChecked && !active.has(item.id)) void work(item);
    }
  }

  /** Asks ahead of the sending, but not far ahead: reading files costs the disk their sending needs. */
  async function check() {
    const waiting = store.getState().items.filter(({ status }) => status === 'waiting');
    const unchecked = waiting.filter((item) => !item.isChecked);
    const ahead = waiting.length - unchecked.length;
    if (isChecking || unchecked.length === 0 || ahead >= CHECKED_AT_ONCE) return;
    isChecking = true;
    const asked = unchecked.slice(0, ahead < PARALLEL ? PARALLEL : CHECKED_AT_ONCE).map(({ id }) => id);
    const found = await checkContents({
      files: new Map(asked.flatMap((id) => (files.has(id) ? [[id, files.get(id) as File] as const] : []))),
      hash,
      findKnown: transport.findKnown,
    });
    const known = await addKnown({ found, items: store.getState().items, transport });
    isChecking = false;
    dispatch({ type: 'checked', ids: asked, known });
    pump();
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
      dispatch({ type: 'saved', id, ...saved });
      if (!saved.isDuplicate) onSaved?.();
    } catch (error) {
      if (!controller.signal.aborted) giveUp(id, error);
    } finally {
      progress.settle(id);
      if (active.get(id) === controller) active.delete(id);
      pump();
    }
  }

  function giveUp(id: number, error: unknown) {
    const reason = error instanceof NotSaved ? error.reason : 'unexpected';
    dispatch({ type: 'failed', id, reason });
    if (reason === 'unexpected') onUnexpected?.(error instanceof NotSaved ? error.cause : error);
    if (reason === 'storage-full') dispatch({ type: 'halted', reason });
  }

  function itemOf(file: File, albumId?: string): ImportItem {
    lastId += 1;
    const refusal = refusalOf(file);
    files.set(lastId, file);
    const item = { id: lastId, name: file.name, bytes: file.size, albumId, isChecked: false, sent: 0 };
    return refusal ? { ...item, status: 'refused', reason: refusal } : { ...item, status: 'waiting' };
  }

  return {
    gate,
    /** The picked file of an item, while it is in the list. */
    fileOf: (id: number) => files.get(id),
    /** Photos that are picked for an album go into it, too. */
    add(picked: readonly File[], albumId?: string): void {
      dispatch({ type: 'added', items: picked.map((file) => itemOf(file, albumId)) });
      pump();
    },
    retryFailed(): void {
      dispatch({ type: 'retried' });
      pump();
    },
    /** Takes an item off the list, stopping it if it is on its way. A photo that is saved stays in the library. */
    remove(id: number): void {
      dispatch({ type: 'removed', id });
      files.delete(id);
      active.get(id)?.abort();
      active.delete(id);
      pump();
    },
    /** Stops everything that is not saved yet. */
    cancel(): void {
      for (const controller of active.values()) controller.abort();
      active.clear();
      dispatch({ type: 'cancelled' });
    },
    /** Empties the list. */
    clear(): void {
      files.clear();
      store.setState(EMPTY_QUEUE, true);
    },
  };
}
