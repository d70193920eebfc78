import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  ORDER_LIST_FORMATS,
  type OrderListFault,
  sentenceOfFault,
} from '@keepsake/contracts/business/order-lists';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { withoutInvisible } from '@keepsake/contracts/platform/plain-text';
import { onSecondConnection } from '../../../platform/database/second-connections.ts';
import { newId } from '../../../platform/ids.ts';
import { type OpenFolder, openFolder } from '../../../platform/open-folder.ts';
import { customerOfFtpUser } from './account.ts';
import { type ProcessingDeps, processOrderFile } from './process-order-file.ts';
import { isSame, isSettled, readSettled, whyNoFile } from './sent-file.ts';
import { findUnmoved, lockList, setMoved } from './store.ts';

/** Where customers put files, below their own folder, and where they find them afterwards. */
const FOLDERS = { sent: 'in', taken: 'done', rejected: 'rejected' } as const;
/** Hidden files are uploads in progress. */
const isHidden = (name: string) => name.startsWith('.');
const ORDER_FILE = /\.(xml|csv)$/iu;
/**
 * A name in UTF-8 without control and invisible characters, and short enough that a suffix and the reasons' extension fit beside
 * it.
 */
const isUsable = (name: string) =>
  !/[\p{Cc}\ufffd]/u.test(name) && withoutInvisible(name) === name && Buffer.byteLength(name) <= 200;

type Options = {
  /** A file that changed within this time may still be in transfer, in milliseconds. */
  settleMs: number;
  now: Date;
};
type ProcessedFile = { user: string; name: string; state: 'taken' | 'rejected'; orders: number };
export type ProcessedFolder = {
  taken: ProcessedFile[];
  /** Folders of nobody. */
  unknown: string[];
  /** What stands in `in` and is no order file by its name. */
  skipped: { place: string; reason: string }[];
  /** Files and folders that nothing could be done with, for reasons of ours or because they are no files. */
  failed: { place: string; error: Error }[];
};

/**
 * Takes the files of all customers below a folder, where each folder is named after its customer's FTP user. Files still being
 * written, or taken by another worker, are left for the next time. What fails is reported, left alone, and stops no other file.
 */
export async function processFolder(
  deps: ProcessingDeps,
  root: string,
  options: Options,
): Promise<ProcessedFolder> {
  const outcome: ProcessedFolder = { taken: [], unknown: [], skipped: [], failed: [] };
  await using folder = await openFolder(await realpath(root));
  for (const user of (await folder.names()).toSorted()) {
    const customerId = customerOfFtpUser(user);
    if (customerId) {
      const process = () => processCustomerFolder(deps, folder, { user, customerId, outcome, ...options });
      await recordFailure(outcome, user, process);
    } else if ((await folder.find(user))?.isDirectory()) outcome.unknown.push(user);
  }
  return outcome;
}

/** The boundary of a customer and of a file: what fails in it ends nothing else. */
async function recordFailure(
  { failed }: ProcessedFolder,
  place: string,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    failed.push({ place, error: error as Error });
  }
}

type Own = Options & { user: string; customerId: CustomerId; outcome: ProcessedFolder };

async function processCustomerFolder(deps: ProcessingDeps, root: OpenFolder, own: Own): Promise<void> {
  await using home = await root.folder(own.user);
  if (!(await home.find(FOLDERS.sent))) return;
  await using sent = await home.folder(FOLDERS.sent);
  const shown = (await sent.names()).filter((name) => !isHidden(name)).toSorted();
  const [names = [], others = []] = [true, false].map((is) =>
    shown.filter((name) => ORDER_FILE.test(name) === is),
  );
  for (const name of others) await noteSkipped(sent, name, own);
  if (names.length === 0) return;
  // Opened before anything is ordered, so that what cannot be moved is not ordered either.
  await using taken = await home.folder(FOLDERS.taken, { isMade: true });
  await using rejected = await home.folder(FOLDERS.rejected, { isMade: true });
  for (const name of names) {
    const place = { ...own, name, folders: { sent, taken, rejected } };
    await recordFailure(own.outcome, path.join(own.user, name), async () => {
      if (!isUsable(name))
        throw new Error('its name is too long, not UTF-8, or has control or invisible characters');
      await processFile(deps, place);
    });
  }
}

/** Tells what nobody would otherwise notice: `orders.xlsx`, or a folder. Its end may still be an upload's own. */
async function noteSkipped(sent: OpenFolder, name: string, { user, outcome, ...rest }: Own): Promise<void> {
  const stats = await sent.find(name);
  if (!stats) return;
  const reason = whyNoFile(stats) ?? (isSettled(stats, rest) && 'its name ends in neither .xml nor .csv');
  if (reason) outcome.skipped.push({ place: path.join(user, name), reason });
}

type Place = Own & { name: string; folders: Record<keyof typeof FOLDERS, OpenFolder> };

/** Leaves a file that is not to be taken now. The lock ends with the process, whatever happens to it. */
function processFile(deps: ProcessingDeps, place: Place): Promise<void> {
  return deps.db.transaction().execute(async (lock) => {
    if (!(await lockList(lock, place))) return;
    const take = () => processLocked(deps, place);
    await onSecondConnection('the transaction only holds a lock for what others do', take);
  });
}

async function processLocked(deps: ProcessingDeps, place: Place): Promise<void> {
  const { user, customerId, name } = place;
  const file = await readSettled(place.folders.sent, place);
  if (!file) return;
  const { bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest();
  const format = ORDER_LIST_FORMATS.find((each) => name.toLowerCase().endsWith(`.${each}`)) ?? 'xml';
  const before = await findUnmoved(deps.db, { customerId, name, sha256 });
  const outcome = before ?? (await processOrderFile(deps, { customerId, name, sha256, bytes, format }));
  const { id, faults } = outcome;
  const state = faults.length > 0 ? 'rejected' : 'taken';
  // What was put in its place meanwhile is another file.
  if (isSame(file.stats, await place.folders.sent.find(name))) {
    await moveAway(place, { id, state, faults });
    await setMoved(deps.db, { customerId, id }, deps.clock());
  }
  const orders = 'orders' in outcome ? outcome.orders.length : 0;
  place.outcome.taken.push({ user, name, state, orders });
}

type Moved = { id: string; state: 'taken' | 'rejected'; faults: readonly OrderListFault[] };

/** What has the same name there stays. The faults of a rejected file are written beside it before it is moved. */
async function moveAway({ folders, name }: Place, { id, state, faults }: Moved): Promise<void> {
  const folder = folders[state];
  const { name: stem, ext } = path.parse(name);
  // A kill may have left the reasons under the first two.
  for (const end of ['', `-${id.slice(-12)}`, `-${newId().slice(-12)}`]) {
    const target = `${stem}${end}${ext}`;
    if (await folder.find(target)) continue;
    if (state === 'rejected' && !(await addReasons(folder, target, faults))) continue;
    await folders.sent.move(name, folder, target);
    return;
  }
  throw new Error('there is no free name for it');
}

/** False if anything, a link for example, has the name. */
async function addReasons(
  folder: OpenFolder,
  target: string,
  faults: readonly OrderListFault[],
): Promise<boolean> {
  try {
    await folder.add(`${target}.txt`, `${faults.map(lineOf).join('\n')}\n`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function lineOf(fault: OrderListFault): string {
  const { line, reference } = fault;
  const where = [line === null ? '' : `line ${line}`, reference ? `order ${reference}` : ''].filter(Boolean);
  return [...(where.length > 0 ? [where.join(', ')] : []), sentenceOfFault(fault)].join(': ');
}
