import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import type { Database } from '../../../platform/database/database.ts';
import { failureOf } from '../../../platform/each-item.ts';
import { NOBODY } from '../../../platform/ids.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { storeFile } from '../../../platform/objects/pending-objects.ts';
import type { Intake } from './read-intake.ts';
import { claimUpload, findUploads, insertUpload } from './store.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

export type UploadState = 'taken in' | 'claimed' | 'was there';
type Outcome = { state: UploadState } | { state: 'refused'; fault: string };
/** The outcome for one file. */
export type IntakeOutcome = { file: string } & Outcome;

type KeepDeps = { db: Database; objects: ObjectStore };
type IntakeDeps = KeepDeps & {
  findByEmail(emails: readonly string[]): Promise<ReadonlyMap<string, readonly CustomerId[]>>;
};

/** Takes in files one by one; existing uploads stay unchanged, and one that fails stops no other. */
export async function takeInUploads(deps: IntakeDeps, intakes: readonly Intake[]): Promise<IntakeOutcome[]> {
  const emails = [...new Set(intakes.flatMap(({ owner }) => owner ?? []))];
  const customers = await deps.findByEmail(emails);
  const outcomes: IntakeOutcome[] = [];
  for (const intake of intakes) {
    const owners = intake.owner === null ? [NOBODY] : (customers.get(intake.owner) ?? []);
    const [customerId] = owners;
    let outcome = refusal(
      `${intake.owner} is ${customerId ? 'the address of several customers' : 'not a customer'}`,
    );
    if (customerId !== undefined && owners.length === 1) {
      const failure = await failureOf(async () => {
        outcome = await takeIn(deps, intake, customerId);
      });
      if (failure) outcome = refusal(`failed: ${failure.message}`);
    }
    outcomes.push({ file: intake.file, ...outcome });
  }
  return outcomes;
}

const refusal = (fault: string): Outcome => ({ state: 'refused', fault });

async function takeIn(
  deps: KeepDeps,
  { id, file, fileName, uploadedAt }: Intake,
  customerId: CustomerId,
): Promise<Outcome> {
  // Neither a link, which may lead to anything, nor a pipe, which may never end.
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (handle instanceof Error)
    return refusal(
      handle.code === 'ENOENT'
        ? 'the file does not exist'
        : `cannot be opened, or is a link (${handle.code})`,
    );
  await using opened = handle;
  const found = await opened.stat();
  if (!found.isFile()) return refusal('is not a file');
  if (found.size > MAX_PHOTO_BYTES) return refusal('is larger than a photo may be');
  const content = await opened.readFile();
  const upload = { customerId, id, fileName, content, uploadedAt: uploadedAt ?? found.mtime };
  return { state: await keepUpload(deps, upload) };
}

export type NewLegacyUpload = {
  customerId: CustomerId;
  /** If null, derived from the owner and the content, so that a second run finds the upload again. */
  id: string | null;
  fileName: string;
  content: Uint8Array;
  uploadedAt: Date;
};

/**
 * Keeps a file until it becomes a photo. It is stored before its row, so that a second run repairs what a kill interrupted, and
 * under a new key each time.
 */
export async function keepUpload(
  { db, objects }: KeepDeps,
  { customerId, content, fileName, uploadedAt, ...upload }: NewLegacyUpload,
): Promise<UploadState> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const legacyUploadId = upload.id ?? idOf(`${customerId}/${sha256}`);
  const ref = { customerId, legacyUploadId };
  if ((await findUploads(db, customerId, [legacyUploadId])).length > 0) return 'was there';
  if (customerId !== NOBODY && (await claimUpload(db, ref))) return 'claimed';
  const objectKey = `legacy-uploads/${legacyUploadId}-${randomBytes(16).toString('hex')}`;
  using _room = await objects.room.take(content.length);
  return await storeFile({ db, objects }, { customerId, objectKey, keys: [objectKey] }, async (writer) => {
    await writer.addBytes(objectKey, content);
    return await db.transaction().execute(async (trx) => {
      const upload = { ...ref, fileName, bytes: content.length, uploadedAt, objectKey };
      if (!(await insertUpload(trx, upload))) return 'was there';
      await writer.settle(trx);
      return 'taken in';
    });
  });
}

/** A UUID (version 8) derived from a name. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
