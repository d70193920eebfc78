import type { UploadFault } from '@keepsake/contracts/library/phone-transfers';
import { type ImportItem, isLasting, isPending, isRemovable } from './import-item.ts';

/** What everything is waiting for: the network, a busy server, or a new sign-in. */
export type Pause = 'connection' | 'busy' | 'session';

export type ImportQueue = {
  /** Ascending by id. */
  items: readonly ImportItem[];
  pause: Pause | null;
  /** Recent speed; null while unknown. */
  bytesPerSecond: number | null;
};

/** What became of a file: whether the library had its content, or got it back because it had been recently deleted. */
type Outcome = { isDuplicate: boolean; isRestored?: boolean | undefined };

export type ImportEvent =
  | { type: 'added'; items: readonly ImportItem[] }
  /** The library was asked about these; those in `known` already have a photo. */
  | { type: 'checked'; ids: readonly number[]; known: ReadonlyMap<number, string> }
  | { type: 'sending'; id: number }
  | { type: 'progressed'; sent: ReadonlyMap<number, number>; bytesPerSecond: number | null }
  | { type: 'saving'; id: number }
  | ({ type: 'saved'; id: number; imageId: string; canBeShown?: boolean } & Outcome)
  | { type: 'failed'; id: number; reason: UploadFault }
  /** Everything still waiting fails for this reason. */
  | { type: 'halted'; reason: UploadFault }
  | { type: 'retried' }
  | { type: 'removed'; ids: ReadonlySet<number> }
  | { type: 'marked'; id: number; isMarked: boolean }
  /** Assigns the folder's items that have no album yet to this one. */
  | { type: 'assigned'; folder: string; albumId: string }
  /** Whether saved photos can be displayed, by photo id. */
  | { type: 'shown'; shown: ReadonlyMap<string, boolean> }
  | { type: 'cancelled' }
  | { type: 'cleared' }
  | { type: 'paused'; pause: Pause | null };

type EventOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { type: Type }>;

export const EMPTY_QUEUE: ImportQueue = { items: [], pause: null, bytesPerSecond: null };

/** The next state of the queue. Events about items already removed are ignored. */
export function importQueue(queue: ImportQueue, event: ImportEvent): ImportQueue {
  switch (event.type) {
    case 'added':
      return { ...queue, items: queue.items.concat(event.items) };
    case 'checked':
      return withItems(queue, new Set(event.ids), (item) => checked(item, event.known.get(item.id)));
    case 'sending':
    case 'saving':
      return withItem(queue, event.id, { status: event.type });
    case 'progressed':
      return {
        ...withItems(queue, event.sent, (item) => ({ ...item, sent: event.sent.get(item.id) ?? item.sent })),
        bytesPerSecond: event.bytesPerSecond,
      };
    case 'saved':
      return withItem(queue, event.id, saved(event));
    case 'failed':
      return withItem(queue, event.id, failure(event.reason));
    case 'halted':
      return mapItems(queue, (item) => halted(item, event.reason));
    case 'retried':
      return mapItems(queue, (item) => (item.status === 'failed' ? repeated(item) : item));
    case 'removed':
      return { ...queue, items: queue.items.filter(({ id }) => !event.ids.has(id)) };
    case 'marked':
      return withItems(queue, new Set([event.id]), (item) => marked(item, event.isMarked));
    case 'assigned':
      return mapItems(queue, (item) =>
        item.folder === event.folder && !item.albumId ? { ...item, albumId: event.albumId } : item,
      );
    case 'shown':
      return mapItems(queue, (item) => decided(item, event.shown.get(item.imageId ?? '')));
    case 'cancelled':
      return { ...queue, pause: null, items: queue.items.filter((item) => !isPending(item)) };
    case 'cleared':
      return EMPTY_QUEUE;
    case 'paused':
      return queue.pause === event.pause ? queue : { ...queue, pause: event.pause };
  }
}

function checked(item: ImportItem, imageId: string | undefined): ImportItem {
  return imageId === undefined
    ? { ...item, isChecked: true }
    : { ...item, isChecked: true, status: 'known', imageId };
}

function saved({ imageId, canBeShown, ...outcome }: EventOf<'saved'>): Partial<ImportItem> {
  return { status: statusOf(outcome), imageId, canBeShown };
}

/** The status of a file in the library. */
export function statusOf({ isDuplicate, isRestored = false }: Outcome): 'saved' | 'known' | 'restored' {
  if (isRestored) return 'restored';
  return isDuplicate ? 'known' : 'saved';
}

function decided(item: ImportItem, canBeShown: boolean | undefined): ImportItem {
  return canBeShown === undefined ? item : { ...item, canBeShown };
}

function failure(reason: UploadFault): Partial<ImportItem> {
  return { status: isLasting(reason) ? 'refused' : 'failed', reason, sent: 0 };
}

function halted(item: ImportItem, reason: UploadFault): ImportItem {
  return item.status === 'waiting' ? { ...item, ...failure(reason) } : item;
}

function marked(item: ImportItem, isMarked: boolean): ImportItem {
  return isRemovable(item) ? { ...item, isMarked } : item;
}

function repeated(item: ImportItem): ImportItem {
  return { ...item, status: 'waiting', reason: undefined, unfinished: undefined, sent: 0 };
}

function withItem(queue: ImportQueue, id: number, change: Partial<ImportItem>): ImportQueue {
  return withItems(queue, new Set([id]), (item) => ({ ...item, ...change }));
}

function withItems(
  queue: ImportQueue,
  ids: { keys(): Iterable<number> },
  change: (item: ImportItem) => ImportItem,
): ImportQueue {
  const items = [...queue.items];
  for (const id of ids.keys()) {
    const at = indexOf(items, id);
    const item = items[at];
    if (item) items[at] = change(item);
  }
  return { ...queue, items };
}

function mapItems(queue: ImportQueue, change: (item: ImportItem) => ImportItem): ImportQueue {
  return { ...queue, items: queue.items.map(change) };
}

/** Index of an item by binary search, since there may be ten thousand; -1 if it is gone. */
function indexOf(items: readonly ImportItem[], id: number): number {
  let [low, high] = [0, items.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = items[middle]?.id ?? Number.NaN;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
