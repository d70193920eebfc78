import type { Stats } from 'node:fs';
import { MAX_ORDER_LIST_BYTES } from '@keepsake/contracts/business/order-lists';
import { LinkRefused, type OpenFolder } from '../../../platform/open-folder.ts';

type Settling = {
  /** A file that changed within this time may still be in transfer, in milliseconds. */
  settleMs: number;
  now: Date;
};

export const isSettled = ({ mtimeMs }: Stats, { settleMs, now }: Settling): boolean =>
  now.getTime() - mtimeMs >= settleMs;

/** Why something under a name is no file of its own; null if it is one. */
export function whyNoFile(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return 'it is a link';
  if (stats.isDirectory()) return 'it is a folder';
  if (stats.isFIFO()) return 'it is a pipe';
  if (stats.isSocket()) return 'it is a socket';
  if (!stats.isFile()) return 'it is a device';
  // A file of several names may be anybody's.
  return stats.nlink > 1 ? 'the same file has another name as well' : null;
}

/**
 * The content of a file, never more than can be accepted; null while it is being written and if another worker has taken it. Throws
 * for what is no file and for what cannot be read, each with its reason.
 */
export async function readSettled(folder: OpenFolder, { name, ...settling }: Settling & { name: string }) {
  // Looked at before it is opened: opening a device may do something.
  const found = await folder.find(name);
  if (!found) return null;
  requireFile(found);
  const handle = await folder.read(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error instanceof LinkRefused
      ? error
      : new Error(`it cannot be read (${error.code})`, { cause: error });
  });
  if (!handle) return null;
  await using file = handle;
  const stats = await file.stat();
  requireFile(stats);
  if (!isSettled(stats, settling)) return null;
  const bytes = Buffer.alloc(Math.min(stats.size, MAX_ORDER_LIST_BYTES + 1));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return isSame(stats, await file.stat()) && bytesRead === bytes.length ? { bytes, stats } : null;
}

function requireFile(stats: Stats): void {
  const reason = whyNoFile(stats);
  if (reason !== null) throw new Error(reason);
}

export const isSame = (before: Stats, after: Stats | null): boolean =>
  after !== null &&
  after.ino === before.ino &&
  after.size === before.size &&
  after.mtimeMs === before.mtimeMs;
