import type { UploadFault } from '@keepsake/contracts/library/phone-transfers';
import type { StoreApi } from 'zustand/vanilla';
import { createConnectionGate } from './connection-gate.ts';
import type { ImportItem } from './import-item.ts';
import type { ImportEvent, ImportQueue } from './import-queue.ts';
import { addKnown, checkContents } from './known-photos.ts';
import { refusalByContent } from './refusal-by-content.ts';
import type { ShownPhotos } from './shown-photos.ts';
import type { Transport } from './transport.ts';
import { NotSaved, uploadPhoto } from './upload-photo.ts';
import { createProgressBatch } from './upload-progress.ts';

export type ImportOptions = {
  store: StoreApi<ImportQueue>;
  transport: Transport;
  hash: (file: File) => Promise<string | null>;
  /** Called after every photo newly added to the library, or brought back. */
  onSaved?: () => void;
  /** Called with failures that have no known remedy. */
  onUnexpected?: (error: unknown) => void;
};

/** What everything that changes a queue needs. */
export type ImportContext = ImportOptions & {
  dispatch: (event: ImportEvent) => void;
  /** The picked files of listed items. */
  files: Map<number, File>;
  nextId: () => number;
  shownPhotos: ShownPhotos;
};

/** Number of files sent in parallel. */
const PARALLEL = 4;

/** Checks the waiting items of a queue, then sends them, a few at a time. */
export function createSender(context: ImportContext) {
  const { store, dispatch, files } = context;
  const active = new Map<number, AbortController>();
  const gate = createConnectionGate({ onPause: (pause) => dispatch({ type: 'paused', pause }) });
  const progress = createProgressBatch((sent, bytesPerSecond) => {
    dispatch({ type: 'progressed', sent, bytesPerSecond });
  });
  const check = createCheck(context, pump);

  function pump() {
    void check();
    for (const item of store.getState().items) {
      if (active.size >= PARALLEL) return;
      if (item.status === 'waiting' && item.isChecked && !active.has(item.id)) void send(item);
    }
  }
  async function send(item: ImportItem) {
    const { id } = item;
    const file = files.get(id);
    if (!file) return;
    const controller = new AbortController();
    active.set(id, controller);
    try {
      const onProgress = (sent: number) => progress.add(id, sent);
      await sendItem(context, item, { file, gate, onProgress, signal: controller.signal });
    } finally {
      progress.settle(id);
      if (active.get(id) === controller) active.delete(id);
      pump();
    }
  }
  /** Stops sending these items, by default all. */
  function stop(ids: Iterable<number> = [...active.keys()]) {
    for (const id of ids) {
      active.get(id)?.abort();
      active.delete(id);
    }
  }
  return { gate, pump, stop };
}

type Sending = Pick<Parameters<typeof uploadPhoto>[0], 'file' | 'gate' | 'onProgress' | 'signal'>;

async function sendItem(context: ImportContext, { id, albumId }: ImportItem, sending: Sending) {
  const { dispatch, transport, shownPhotos, onSaved } = context;
  dispatch({ type: 'sending', id });
  const onSaving = () => dispatch({ type: 'saving', id });
  try {
    const saved = await uploadPhoto({ ...sending, albumId, transport, onSaving });
    dispatch({ type: 'saved', id, ...saved, ...shownPhotos.recall(saved.imageId) });
    void placeLate(context, id, albumId);
    if (!saved.isDuplicate || saved.isRestored) onSaved?.();
  } catch (error) {
    if (!sending.signal.aborted) giveUp(context, id, error);
  }
}

/** Number of files per call that asks for known contents. */
const CHECKED_AT_ONCE = 32;

/** Which items to check next: ahead of sending, but not far ahead, because reading for both competes for the disk. */
function nextToCheck(items: readonly ImportItem[]): number[] {
  const waiting = items.filter(({ status }) => status === 'waiting');
  const unchecked = waiting.filter((item) => !item.isChecked);
  const ahead = waiting.length - unchecked.length;
  if (ahead >= CHECKED_AT_ONCE) return [];
  return unchecked.slice(0, ahead < PARALLEL ? PARALLEL : CHECKED_AT_ONCE).map(({ id }) => id);
}

/** Looks into files before they are sent, one round at a time: a photo that the library already has is not sent. */
function createCheck(context: ImportContext, onChecked: () => void) {
  const { store, dispatch, files, hash, transport, shownPhotos } = context;
  let isChecking = false;
  return async () => {
    const ids = isChecking ? [] : nextToCheck(store.getState().items);
    if (ids.length === 0) return;
    isChecking = true;
    await refuseByContent(context, ids);
    const requested = ids.flatMap((id) => {
      const file = files.get(id);
      return file ? [[id, file] as const] : [];
    });
    const { findKnown } = transport;
    const found = await checkContents({ files: new Map(requested), hash, findKnown });
    const { items } = store.getState();
    const known = await addKnown({ found, items, transport });
    isChecking = false;
    // The library does not return photos that it cannot display.
    shownPhotos.note(new Map([...known.values()].map((imageId) => [imageId, true])));
    dispatch({ type: 'checked', ids, known });
    for (const { id, albumId } of items) if (known.has(id)) void placeLate(context, id, albumId);
    onChecked();
  };
}

/** Before a byte is sent: what no name tells [IMP-02]. */
async function refuseByContent({ files, dispatch }: ImportContext, ids: readonly number[]) {
  for (const id of ids) {
    const file = files.get(id);
    const reason = file && (await refusalByContent(file));
    if (!reason) continue;
    dispatch({ type: 'failed', id, reason });
    files.delete(id);
  }
}

/** Adds a photo to an album that was chosen while it was being sent. */
async function placeLate(
  { store, transport, onUnexpected }: ImportContext,
  id: number,
  sentFor: string | undefined,
) {
  const item = store.getState().items.find((one) => one.id === id);
  if (!item?.albumId || !item.imageId || item.albumId === sentFor) return;
  await transport.addToAlbum(item.albumId, [item.imageId]).catch(onUnexpected);
}

/** Failures of one file that stop all waiting ones. */
const HALTING: ReadonlySet<UploadFault> = new Set(['storage-full', 'library-hidden']);

function giveUp({ dispatch, onUnexpected }: ImportContext, id: number, error: unknown) {
  const reason = error instanceof NotSaved ? error.reason : 'unexpected';
  dispatch({ type: 'failed', id, reason });
  if (reason === 'unexpected') onUnexpected?.(error instanceof NotSaved ? error.cause : error);
  if (HALTING.has(reason)) dispatch({ type: 'halted', reason });
}
