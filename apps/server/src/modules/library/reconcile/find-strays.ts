import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { isCustomerId } from '../../../platform/ids.ts';
import { type Comparison, findOrphans, findWholeFiles } from '../storage-audit/index.ts';
import { MAX_UNNOTICED_MS } from './plan-recovery.ts';

/** An object of a customer's upload that belongs to no photo. */
export type Stray = {
  customerId: CustomerId;
  uploadId: string;
  objectKey: string;
  bytes: number;
  /** When its upload began, according to its id, and when the object was stored. */
  uploadedAt: Date;
  storedAt: Date;
  /** Thumbnails are made only of photos, so its upload was committed. */
  hasThumbnail: boolean;
};

/** Objects without a photo: possible photos, and the keys of the others. */
export type Strays = { strays: Stray[]; others: string[] };

type Wanted = {
  /** When the database was backed up: whole files of uploads open at that time count, too. Null otherwise. */
  before: Date | null;
  /** Orphans count only if they were stored since; null for all. */
  after: Date | null;
};

/** Orphans, and whole files of open uploads. */
export async function findStrays(comparison: Comparison, { before, after }: Wanted): Promise<Strays> {
  const strays: Stray[] = [];
  const others: string[] = [];
  const note = async (keys: readonly string[]) => {
    const { rows } = await comparison.client.query<StoredRow>(STORED, [keys]);
    for (const row of rows) {
      const stray = strayOf(row);
      if (stray) strays.push(stray);
      // Thumbnails follow their original.
      else if (!row.has_original) others.push(row.key);
    }
  };
  const isWanted = ({ changed_at }: { changed_at: Date }) => after === null || changed_at >= after;
  for await (const keys of findOrphans(comparison, isWanted)) {
    await note(keys);
  }
  if (before === null) return { strays, others };
  const opened = new Date(before.getTime() + MAX_UNNOTICED_MS);
  for await (const keys of findWholeFiles(comparison, opened)) await note(keys);
  return { strays, others };
}

type StoredRow = {
  key: string;
  bytes: string;
  changed_at: Date;
  has_thumbnail: boolean;
  has_original: boolean;
};

const STORED = `select stored.key, stored.bytes, stored.changed_at,
  exists (select from stored as thumbnail where thumbnail.key = stored.key || '.300.jpg') as has_thumbnail,
  exists (select from stored as original where original.key = stored.base and stored.base <> stored.key) as has_original
  from stored where key = any($1)`;

/** The key of an original contains its owner, and the id of its upload, which tells when it began (UUIDv7). */
const ORIGINAL = /^photos\/([0-9a-f-]{36})\/([0-9a-f-]{36})-[0-9a-f]+$/;

function strayOf({ key, bytes, changed_at, has_thumbnail }: StoredRow): Stray | null {
  const [, customerId, uploadId] = ORIGINAL.exec(key) ?? [];
  if (!customerId || !isCustomerId(customerId) || !uploadId) return null;
  const uploadedAt = new Date(Number.parseInt(uploadId.replaceAll('-', '').slice(0, 12), 16));
  const stored = { bytes: Number(bytes), storedAt: changed_at, hasThumbnail: has_thumbnail };
  return { customerId, uploadId, objectKey: key, uploadedAt, ...stored };
}
