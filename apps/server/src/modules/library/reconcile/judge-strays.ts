import { ImageError } from '../../../platform/images/image.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Erasure } from '../photos/index.ts';
import type { FoundFile } from '../uploads/index.ts';
import type { Deps } from './deps.ts';
import type { Stray, Strays } from './find-strays.ts';

/** Why only a person can decide about an object. */
export type Reason =
  | 'no photo'
  | 'part of another'
  | 'unknown customer'
  | 'legacy upload'
  | 'thumbnail'
  | 'issued invoice'
  | 'sent by a service'
  | 'foreign';
export type Undecided = { reason: Reason; objectKey: string };

export type Judged = {
  found: FoundFile[];
  remains: Stray[];
  undecided: Undecided[];
};

type JudgeDeps = Pick<Deps, 'dataDir' | 'objects' | 'images' | 'isCustomer'>;

/** Decides about each object without a photo: it becomes a photo, goes with its erased library, or stays undecided. */
export async function judgeStrays(
  deps: JudgeDeps,
  { strays, others }: Strays,
  erasures: ReadonlyMap<string, Erasure>,
): Promise<Judged> {
  const found: FoundFile[] = [];
  const remains: Stray[] = [];
  const undecided = others.map((objectKey) => ({ reason: reasonOf(objectKey), objectKey }));
  const taken = new Set<string>();
  for (const stray of strays.toSorted(committedFirst)) {
    const { customerId, uploadId, objectKey } = stray;
    if (isErased(stray, erasures.get(customerId))) remains.push(stray);
    else {
      const reason = taken.has(uploadId) ? 'part of another' : await findDoubt(deps, stray);
      if (reason) undecided.push({ reason, objectKey });
      else found.push(stray);
      if (!reason) taken.add(uploadId);
    }
  }
  return { found, remains, undecided };
}

/** Of the parts of an upload and the file assembled from them, the whole file comes first. */
const committedFirst = (a: Stray, b: Stray) =>
  Number(b.hasThumbnail) - Number(a.hasThumbnail) || b.bytes - a.bytes;

const isErased = ({ uploadedAt, storedAt }: Stray, erasure: Erasure | undefined) =>
  erasure !== undefined && uploadedAt <= erasure.erasedAt && storedAt <= erasure.erasedAt;

async function findDoubt(deps: JudgeDeps, stray: Stray): Promise<Reason | null> {
  if (!(await deps.isCustomer(stray.customerId))) return 'unknown customer';
  return stray.hasThumbnail || (await isWholePhoto(deps, stray)) ? null : 'no photo';
}

/** The first part of a file looks like a photo until its end is missing, so it is decoded. */
async function isWholePhoto(
  { dataDir, objects, images }: JudgeDeps,
  { customerId, objectKey }: Stray,
): Promise<boolean> {
  await using folder = await makeScratchFolder(dataDir);
  await using file = await objects.borrowFile(objectKey);
  try {
    await images.process({ path: file.path, outputDirectory: folder.path, owner: customerId });
    return true;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}

/** Files of orders and online products, and pictures of projects: only their senders know what they belong to. */
const SENT_BY_SERVICES = /^(order-files|online-products|project-pictures|invoices)\//;

function reasonOf(objectKey: string): Reason {
  if (objectKey.startsWith('legacy-uploads/')) return 'legacy upload';
  if (objectKey.startsWith('issued-invoices/')) return 'issued invoice';
  if (SENT_BY_SERVICES.test(objectKey)) return 'sent by a service';
  return objectKey.startsWith('photos/') ? 'thumbnail' : 'foreign';
}
