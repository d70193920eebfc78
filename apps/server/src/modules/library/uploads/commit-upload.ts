import type { commitUpload as commitUploadEndpoint } from '@keepsake/contracts/library/uploads';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import {
  addPhoto,
  type CheckedOriginal,
  isOriginalWhole,
  type NewPhoto,
  type PhotoRow,
  repairPhoto,
  type StoredOriginal,
} from '../photos/index.ts';
import type { CommitBatcher } from './commit-batcher.ts';
import type { Deps, TusDeps } from './deps.ts';
import { purgeUpload } from './jobs.ts';
import { joinParts, wholeOf } from './join-parts.ts';
import { discardIssued } from './put-issued.ts';
import { requireQuota } from './quota.ts';
import type { OpenUpload } from './receive-part.ts';
import { photoFileName } from './rules.ts';
import {
  type Contents,
  closeUpload,
  contentsOf,
  findUpload,
  refOf,
  type UploadRef,
  type UploadRow,
} from './store.ts';

export type CommitDeps = TusDeps &
  Pick<Deps, 'timeZoneOf' | 'presentPhoto' | 'presentRow' | 'addToAlbum' | 'restoreContent'> & {
    commitInBatch: CommitBatcher;
  };

/** The photo of an upload; `row` only if it was just added. A duplicate is restored if it had been recently deleted. */
export type Outcome = { photoId: string; isDuplicate: boolean; isRestored: boolean; row?: PhotoRow };

export type CommitOptions = {
  /** An album of the customer to which the photo is added as well. */
  albumId?: string;
  /** Its thumbnails come after those of customers who add a few photos. */
  isBulk?: boolean;
  /** Runs in the transaction that saves the photo; not called if the upload was committed before. */
  onCommit?: (trx: Queryable, saved: Saved) => Promise<void>;
};
type Saved = Omit<Outcome, 'row'> & { upload: UploadRow };

/**
 * Turns a complete upload into a photo; repeating it returns the same photo. The object is durable before the transaction that
 * adds the photo. What a crash in between leaves behind is found by its key in the upload's row.
 */
export async function commitUpload(
  deps: CommitDeps,
  ref: UploadRef,
  options?: Pick<CommitOptions, 'albumId'>,
): Promise<ResponseOf<typeof commitUploadEndpoint>> {
  const { photoId, isDuplicate, isRestored, row } = await commitOnce(deps, ref, options);
  const photo = row ? deps.presentRow(ref.customerId, row) : await deps.presentPhoto(ref.customerId, photoId);
  if (!photo) throw new Problem('not-found');
  return { photo, duplicate: isDuplicate, restored: isRestored || undefined };
}

/** The same, without reading the photo. */
export async function commitOnce(
  deps: CommitDeps,
  ref: UploadRef,
  options: CommitOptions = {},
): Promise<Outcome> {
  const saved = await commitInOneStatement(deps, ref, options);
  if (saved) return saved;
  await using leased = await deps.leases.take(ref, null);
  const { upload, lease } = leased;
  if (!lease) return await repeatOutcome(deps, upload, options);
  if (upload.expires_at <= deps.clock()) throw new Problem('upload-gone');
  if (upload.received < upload.bytes) throw new Problem('upload-incomplete');
  if (upload.bytes === 0) return await refuse(deps, { upload, lease });
  const whole = await joinParts(deps, { upload, lease });
  const { format } = whole.contents;
  // What the server itself adds was accepted before: it is kept, and says why it cannot be shown.
  const isRefused = !format || (whole.contents.hasTooManyPixels && !options.isBulk);
  if (isRefused) return await refuse(deps, { upload, lease }, whole.contents);
  try {
    return await commitContents(deps, { upload, lease }, { ...whole, ...options, format });
  } catch (error) {
    // Refused, so nothing names it. After any other failure the transaction may have committed.
    const isJoined = !upload.pieces.includes(whole.key);
    if (isJoined && error instanceof Problem) await discardIssued(deps, whole.key);
    throw error;
  }
}

/**
 * Commits the usual kind of upload: in one part, to no album, with new content. Needs no lease, because it is a single statement,
 * which the customer's other uploads share. Undefined for any other upload, with nothing changed.
 */
async function commitInOneStatement(
  deps: CommitDeps,
  ref: UploadRef,
  { albumId, onCommit, isBulk }: CommitOptions,
): Promise<Outcome | undefined> {
  if (albumId || onCommit) return undefined;
  const upload = deps.fresh.take(ref) ?? (await findUpload(deps.db, ref));
  const now = deps.clock();
  const whole = upload && isReady(upload, now) ? wholeOf(upload) : null;
  if (!upload || !whole?.contents.format || whole.contents.hasTooManyPixels) return undefined;
  const { key, contents } = whole;
  const file = { key, contents, format: whole.contents.format, isBulk };
  const photo = { ...photoOf(upload, file), timeZone: await deps.timeZoneOf(ref.customerId), createdAt: now };
  const added = await deps.commitInBatch(ref.customerId, photo);
  if (!added) return undefined;
  await purgeUpload(deps, ref, added.unneeded);
  return { photoId: added.row.id, isDuplicate: false, isRestored: false, row: added.row };
}

/** A repair is not ready: it counts against the quota only now, under the lock. */
function isReady(upload: UploadRow, now: Date): boolean {
  return upload.state === 'open' && !upload.is_repair && upload.expires_at > now;
}

/** The outcome of a closed upload; its photo is added to the album as it would have been the first time. */
async function repeatOutcome(
  deps: Pick<CommitDeps, 'clock' | 'db' | 'addToAlbum'>,
  upload: UploadRow,
  { albumId }: CommitOptions,
): Promise<Outcome> {
  const outcome = outcomeOf(upload);
  if (albumId) {
    const addition = { ownerId: upload.user_id, albumId, photoIds: [outcome.photoId], now: deps.clock() };
    await retryConflicts(() => deps.db.transaction().execute((trx) => deps.addToAlbum(trx, addition)));
  }
  return outcome;
}

function outcomeOf(upload: UploadRow): Outcome {
  const { photo_id: photoId, is_duplicate: isDuplicate, is_restored: isRestored } = upload;
  if (photoId) return { photoId, isDuplicate, isRestored };
  if (upload.state === 'refused') throw refusalOf(contentsOf(upload));
  throw new Problem(upload.state === 'expired' ? 'upload-gone' : 'not-found');
}

const refusalOf = (contents: Contents | null) =>
  new Problem(contents?.hasTooManyPixels ? 'too-many-pixels' : 'not-a-photo');

async function refuse(
  deps: CommitDeps,
  { lease }: OpenUpload,
  contents: Contents | null = null,
): Promise<never> {
  const closed = await closeUpload(deps.db, lease, { state: 'refused', contents, now: deps.clock() });
  if (!closed) throw new Problem('locked');
  lease.settle();
  await purgeUpload(deps, lease, closed.issued_keys);
  throw refusalOf(contents);
}

/** A file that is a photo, and the key of its object. */
type PhotoFile = {
  key: string;
  contents: Contents;
  format: NonNullable<Contents['format']>;
  isBulk?: boolean;
};
type Whole = CommitOptions &
  PhotoFile & {
    /** When it entered the library, if not now. */
    createdAt?: Date;
  };

/** Turns an open upload into a photo, given the key of its whole file, which its row names. */
export async function commitContents(deps: CommitDeps, open: OpenUpload, whole: Whole): Promise<Outcome> {
  const { lease, upload } = open;
  const now = deps.clock();
  const timeZone = await deps.timeZoneOf(lease.customerId);
  const photo = { ...photoOf(upload, whole), timeZone, createdAt: whole.createdAt ?? now };
  let saved = await trySave(deps, open, { ...whole, photo, now, checked: null, isRestored: false });
  while (saved.unchecked) {
    const { isRestored } = saved;
    const { objectKey } = saved.unchecked;
    const isWhole = await isOriginalWhole(deps.objects, saved.unchecked);
    saved = await trySave(deps, open, { ...whole, photo, now, checked: { objectKey, isWhole }, isRestored });
  }
  lease.settle();
  await purgeUpload(deps, lease, saved.unneeded);
  return saved.outcome;
}

type Saving = Whole & {
  photo: NewPhoto;
  now: Date;
  checked: CheckedOriginal | null;
  /** Whether an earlier attempt brought the photo back. */
  isRestored: boolean;
};
type Attempt =
  | { outcome: Outcome; unneeded: string[]; unchecked?: never }
  /** The library has a photo with the same content, whose original must be read before anything is saved; it may have come back. */
  | { unchecked: StoredOriginal; isRestored: boolean };

/** Reading an original takes long, so it happens between two transactions instead of within one. */
function trySave(
  deps: Pick<CommitDeps, 'db' | 'addToAlbum' | 'restoreContent' | 'quota'>,
  open: OpenUpload,
  { photo, checked, isRestored: wasRestored, ...whole }: Saving,
): Promise<Attempt> {
  const { customerId } = open.lease;
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      let unneeded: string[] = [];
      const finish = async (result: Result) => {
        unneeded = await finishUpload(deps, trx, open, { ...whole, ...result });
      };
      const onInserted = async (photoId: string) => {
        if (open.upload.is_repair)
          await requireQuota(trx, deps.quota, { customerId, bytes: open.upload.bytes });
        await finish({ photoId, isDuplicate: false, isRestored: false, replacedKeys: [] });
      };
      const { restoreContent } = deps;
      const added = await addPhoto(trx, photo, { restoreContent, onInserted });
      if (!added.isDuplicate) return { outcome: { ...added, isRestored: false }, unneeded };
      const outcome = { ...added, isRestored: wasRestored || added.isRestored };
      const same = { customerId, photoId: outcome.photoId, objectKey: whole.key, checked };
      const { unchecked, replacedKeys } = await repairPhoto(trx, same);
      if (unchecked) return { unchecked, isRestored: outcome.isRestored };
      await finish({ ...outcome, replacedKeys });
      return { outcome, unneeded };
    }),
  );
}

/** `replacedKeys` belonged to the photo until now; null if the photo does not take over the upload's object. */
type Result = Omit<Outcome, 'row'> & { replacedKeys: string[] | null };

/** Does what else belongs to the transaction of a photo. Returns the keys of objects to remove. */
async function finishUpload(
  deps: Pick<CommitDeps, 'addToAlbum'>,
  trx: Queryable,
  { upload, lease }: OpenUpload,
  {
    key,
    albumId,
    onCommit,
    photoId,
    isDuplicate,
    isRestored,
    replacedKeys,
    now,
  }: Whole & Result & { now: Date },
): Promise<string[]> {
  if (albumId) await deps.addToAlbum(trx, { ownerId: lease.customerId, albumId, photoIds: [photoId], now });
  await onCommit?.(trx, { photoId, isDuplicate, isRestored, upload });
  const keys = { ownedKey: replacedKeys && key, replacedKeys: replacedKeys ?? [] };
  const closing = { state: 'saved' as const, photoId, isDuplicate, isRestored, ...keys, now };
  const closed = await closeUpload(trx, lease, closing);
  if (!closed) throw new Problem('locked');
  return closed.issued_keys;
}

/** What the library keeps of an upload. */
function photoOf(upload: UploadRow, { key, contents, format, isBulk }: PhotoFile) {
  return {
    ...refOf(upload),
    fileName: photoFileName(upload.file_name, format),
    format,
    bytes: upload.bytes,
    sha256: Buffer.from(contents.sha256, 'hex'),
    crc32: contents.crc32,
    objectKey: key,
    takenAt: contents.takenAt,
    takenOffsetMinutes: contents.takenOffsetMinutes,
    isBulk,
  };
}
