import { DAY_MS } from '../../../platform/clock.ts';
import type { Epochs } from '../../../platform/objects/epochs.ts';
import { type Erasure, listErasures } from '../photos/index.ts';
import {
  type Comparison,
  compareStored,
  findLost,
  findMissingFiles,
  type Lost,
  type Missing,
} from '../storage-audit/index.ts';
import type { Deps } from './deps.ts';
import { findStrays } from './find-strays.ts';
import { type Judged, judgeStrays } from './judge-strays.ts';
import { NOTHING_TO_RECOVER, planRecovery, type RecoveryPlan } from './plan-recovery.ts';

export type Plan = Judged & {
  epochs: Epochs;
  /** Total rows of photos. */
  photos: number;
  /** Libraries that their customers deleted since the backup, with the number of photos that are back. */
  erased: (Erasure & { photos: number })[];
  /** Photos and legacy uploads whose objects are gone, without those of erased libraries. */
  lost: Lost[];
  /** The same of recently deleted photos, which were ended since the backup. */
  lostDeleted: Lost[];
  lostLegacy: Lost[];
  /** Files of orders, online products and projects whose objects are gone; their services still have them. */
  lostFiles: Missing[];
  /** What modules do about what the database has forgotten. */
  recovery: RecoveryPlan;
};

/** Whether a plan leaves nothing to do: database and store belong together. */
export const isSettled = ({ erased, found, remains, recovery }: Plan) =>
  erased.length === 0 &&
  found.length === 0 &&
  remains.length === 0 &&
  recovery.steps.every(({ isAutomatic }) => isAutomatic);

/** Maximum clock difference between two nodes. */
const CLOCK_TOLERANCE_MS = DAY_MS;

/** Plans what must be done until database and store agree. Read-only; customers may be active. */
export async function planReconciliation(deps: Deps): Promise<Plan> {
  const epochs = await deps.objects.compareEpochs();
  const since = new Date(epochs.databaseAt.getTime() - CLOCK_TOLERANCE_MS);
  const { status } = epochs;
  const isRestored = status === 'database-older' || status === 'recovered';
  const erasures = isRestored ? await listErasures(deps.objects, since) : [];
  const recovery = isRestored ? await planRecovery(deps, { epochs, since }) : NOTHING_TO_RECOVER;
  const lastErasures = new Map(erasures.map((erasure) => [erasure.customerId, erasure]));
  const isErased = ({ customerId, addedAt }: Lost) => {
    const erasure = lastErasures.get(customerId);
    return erasure !== undefined && addedAt <= erasure.erasedAt;
  };
  return compareStored({ ...deps, databaseUrl: deps.directUrl }, async (comparison) => {
    const photos = await countPhotos(comparison);
    const lost = (await findLost(comparison, 'photos')).filter((photo) => !isErased(photo));
    const lostDeleted =
      status === 'database-older' ? await findLost(comparison, 'recently_deleted_photos') : [];
    // An older database has forgotten which legacy uploads were imported since; in other cases it is the files that are lost.
    const lostLegacy = status === 'database-older' ? await findLost(comparison, 'legacy_uploads') : [];
    // A recovered database has the rows of everything stored at the last epoch, so older strays are not its loss.
    const after = status === 'recovered' ? since : null;
    const strays = await findStrays(comparison, { before: isRestored ? epochs.databaseAt : null, after });
    const lostFiles = await findMissingFiles(comparison);
    const erased = await countErased(comparison, erasures);
    const judged = await judgeStrays(deps, strays, lastErasures);
    return { epochs, recovery, photos, lost, lostDeleted, lostLegacy, lostFiles, erased, ...judged };
  });
}

async function countPhotos({ client }: Comparison): Promise<number> {
  const { rows } = await client.query<{ photos: number }>(
    'select count(*)::int as photos from library_photos',
  );
  return rows[0]?.photos ?? 0;
}

/** Photos of an erased library that the backup brings back, with or without objects. */
async function countErased({ client }: Comparison, erasures: readonly Erasure[]): Promise<Plan['erased']> {
  const counted: Plan['erased'] = [];
  for (const erasure of erasures) {
    const { rows } = await client.query<{ photos: number }>(
      'select count(*)::int as photos from library_photos where user_id = $1 and created_at <= $2',
      [erasure.customerId, erasure.erasedAt],
    );
    const photos = rows[0]?.photos ?? 0;
    if (photos > 0) counted.push({ ...erasure, photos });
  }
  return counted;
}
