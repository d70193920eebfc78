import { readFile, stat } from 'node:fs/promises';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { NOBODY } from '../legacy-upload.ts';
import { keepUpload } from './keep-upload.ts';
import type { Intake } from './read-intake.ts';

type Outcome = { state: 'taken in' | 'claimed' | 'was there' } | { state: 'refused'; fault: string };
/** What became of a file. */
export type IntakeOutcome = { file: string } & Outcome;

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
        ? refusal(`${intake.owner} is ${userId ? 'the address of several customers' : 'not a customer'}`)
        : await takeIn(deps, intake, userId);
    outcomes.push({ file: intake.file, ...outcome });
  }
  return outcomes;
}

const refusal = (fault: string): Outcome => ({ state: 'refused', fault });

async function takeIn(
  deps: Deps,
  { id, file, fileName, uploadedAt }: Intake,
  userId: string,
): Promise<Outcome> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return refusal('the file does not exist');
  if (found.size > MAX_PHOTO_BYTES) return refusal('is larger than a photograph may be');
  const content = await readFile(file);
  const upload = { userId, id, fileName, content, uploadedAt: uploadedAt ?? found.mtime };
  return { state: await keepUpload(deps, upload) };
}
