import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { NOBODY } from '../legacy-upload.ts';
import { claimUpload, findUploads, insertUpload } from '../upload-store.ts';
import type { Intake } from './read-intake.ts';

/** What became of a file. */
export type IntakeOutcome = { file: string } & (
  | { state: 'taken in' | 'claimed' | 'was there' }
  | { state: 'refused'; fault: string }
);

type Deps = {
  db: Database;
  objects: ObjectStore;
  findByEmail(emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
};

/** Takes files in one by one, each on its own; what is there already stays as it is. */
export async function takeUploadsIn(deps: Deps, intakes: readonly Intake[]): Promise<IntakeOutcome[]> {
  const emails = [...new Set(intakes.flatMap(({ owner }) => owner?.toLowerCase() ?? []))];
  const customers = await deps.findByEmail(emails);
  const outcomes: IntakeOutcome[] = [];
  for (const intake of intakes) {
    const owners = intake.owner === null ? [NOBODY] : (customers.get(intake.owner.toLowerCase()) ?? []);
    const [userId] = owners;
    const outcome =
      userId === undefined || owners.length > 1
        ? refusal(`${intake.owner} is ${userId ? 'the address of several customers' : 'no customer'}`)
        : await takeIn(deps, intake, userId);
    outcomes.push({ file: intake.file, ...outcome });
  }
  return outcomes;
}

type Outcome = { state: 'taken in' | 'claimed' | 'was there' } | { state: 'refused'; fault: string };
const refusal = (fault: string): Outcome => ({ state: 'refused', fault });

/** The file is stored before its row, under a key made of its content: a run that was killed is repeated without a trace. */
async function takeIn({ db, objects }: Deps, intake: Intake, userId: string): Promise<Outcome> {
  const found = await stat(intake.file).catch(() => null);
  if (!found?.isFile()) return refusal('is not there');
  if (found.size > MAX_PHOTO_BYTES) return refusal('is larger than a photograph may be');
  const content = await readFile(intake.file);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const id = intake.id ?? idOf(`${userId}/${sha256}`);
  if ((await findUploads(db, userId, [id])).length > 0) return { state: 'was there' };
  if (userId !== NOBODY && (await claimUpload(db, { userId, legacyUploadId: id }))) {
    return { state: 'claimed' };
  }
  const objectKey = `legacy-uploads/${id}-${sha256.slice(0, 32)}`;
  await objects.putBytes(objectKey, content);
  const uploadedAt = intake.uploadedAt ?? found.mtime;
  const facts = { fileName: intake.fileName, bytes: content.length, uploadedAt, objectKey };
  const isNew = await insertUpload(db, { userId, legacyUploadId: id, ...facts });
  return { state: isNew ? 'taken in' : 'was there' };
}

/** A UUID (version 8) that is the same for the same name. */
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
