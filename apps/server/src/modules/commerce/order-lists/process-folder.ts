import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  MAX_ORDER_LIST_BYTES,
  ORDER_LIST_FORMATS,
  type OrderListFault,
  sentenceOfFault,
} from '@keepsake/contracts';
import { onSecondConnection } from '../../../platform/database/second-connections.ts';
import { customerOfFtpUser } from './account.ts';
import type { ProcessingDeps } from './deps.ts';
import { processOrderFile } from './process-order-file.ts';
import { findUnmoved, lockList, setMoved } from './store.ts';

/** Where customers put files, below their own folder, and where they find them afterwards. */
const FOLDERS = { sent: 'in', taken: 'done', rejected: 'rejected' } as const;
const NAME = /^[A-Za-z0-9][\w .()-]{0,120}\.(xml|csv)$/i;

type Options = {
  /** A file that changed within this time may still be in transfer, in milliseconds. */
  settleMs: number;
  now: Date;
};
export type ProcessedFile = { user: string; name: string; state: 'taken' | 'rejected'; orders: number };

/**
 * Takes the files of all customers below a folder, where each folder is named after its customer's FTP user. Files still being
 * written, or taken by another worker, are left for the next time. Folders of nobody are reported and left alone.
 */
export async function processFolder(deps: ProcessingDeps, root: string, options: Options) {
  const taken: ProcessedFile[] = [];
  const unknown: string[] = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const userId = customerOfFtpUser(entry.name);
    if (!userId) unknown.push(entry.name);
    else
      taken.push(...(await processCustomerFolder(deps, path.join(root, entry.name), { userId, ...options })));
  }
  return { taken, unknown };
}

type Own = Options & { userId: string };

async function processCustomerFolder(deps: ProcessingDeps, home: string, own: Own): Promise<ProcessedFile[]> {
  const folder = path.join(home, FOLDERS.sent);
  const stats = await lstat(folder).catch(() => null);
  if (!stats?.isDirectory()) return [];
  const taken: ProcessedFile[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (!NAME.test(name)) continue;
    const file = await processFile(deps, { home, name, ...own });
    if (file) taken.push({ user: path.basename(home), name, ...file });
  }
  return taken;
}

type Place = Own & { home: string; name: string };
type Processed = Pick<ProcessedFile, 'state' | 'orders'>;

/** Null for a file that is not to be taken now. The lock ends with the process, whatever happens to it. */
function processFile(deps: ProcessingDeps, place: Place): Promise<Processed | null> {
  return deps.db.transaction().execute(async (lock) => {
    if (!(await lockList(lock, place))) return null;
    const take = () => processLocked(deps, place);
    return onSecondConnection('the transaction only holds a lock for what others do', take);
  });
}

async function processLocked(deps: ProcessingDeps, place: Place): Promise<Processed | null> {
  const { userId, name } = place;
  const bytes = await readSettled(place);
  if (!bytes) return null;
  const sha256 = createHash('sha256').update(bytes).digest();
  const format = ORDER_LIST_FORMATS.find((each) => name.toLowerCase().endsWith(`.${each}`)) ?? 'xml';
  const before = await findUnmoved(deps.db, { userId, name, sha256 });
  const outcome = before ?? (await processOrderFile(deps, { userId, name, sha256, bytes, format }));
  const { id, faults } = outcome;
  const state = faults.length > 0 ? 'rejected' : 'taken';
  await moveAway(place, { id, state, faults });
  await setMoved(deps.db, { userId, id }, deps.clock());
  return { state, orders: 'orders' in outcome ? outcome.orders.length : 0 };
}

/** The content of a file that is no longer being written; never more than can be accepted, and never through a link. */
async function readSettled({ home, name, settleMs, now }: Place): Promise<Buffer | null> {
  const file = path.join(home, FOLDERS.sent, name);
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    // Another worker was faster, or it is a link.
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const before = await handle.stat();
    if (!before.isFile() || now.getTime() - before.mtimeMs < settleMs) return null;
    const bytes = Buffer.alloc(Math.min(before.size, MAX_ORDER_LIST_BYTES + 1));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const after = await handle.stat();
    const isSame =
      after.size === before.size && after.mtimeMs === before.mtimeMs && bytesRead === bytes.length;
    return isSame ? bytes : null;
  } finally {
    await handle.close();
  }
}

type Moved = { id: string; state: 'taken' | 'rejected'; faults: readonly OrderListFault[] };

/** An earlier file with the same name stays. The faults of a rejected file are written beside it before it is moved. */
async function moveAway({ home, name }: Place, { id, state, faults }: Moved): Promise<void> {
  const folder = path.join(home, FOLDERS[state]);
  await mkdir(folder, { recursive: true });
  const isThere = (await lstat(path.join(folder, name)).catch(() => null)) !== null;
  const { name: stem, ext } = path.parse(name);
  const target = path.join(folder, isThere ? `${stem}-${id.slice(-12)}${ext}` : name);
  if (state === 'rejected') await writeFile(`${target}.txt`, `${faults.map(lineOf).join('\n')}\n`);
  await rename(path.join(home, FOLDERS.sent, name), target);
}

function lineOf(fault: OrderListFault): string {
  const { line, reference } = fault;
  const where = [line === null ? '' : `line ${line}`, reference ? `order ${reference}` : ''].filter(Boolean);
  return [...(where.length > 0 ? [where.join(', ')] : []), sentenceOfFault(fault)].join(': ');
}
