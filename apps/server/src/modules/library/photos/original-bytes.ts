import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';

type Stored = { objectKey: string; sha256: Buffer };

/** Whether the store gives the very bytes that the customer sent. Throws what the store throws when it is away. */
export async function isOriginalWhole(
  objects: Pick<ObjectStore, 'open'>,
  { objectKey, sha256 }: Stored,
): Promise<boolean> {
  try {
    const hash = createHash('sha256');
    await pipeline(await objects.open(objectKey), hash);
    return hash.digest().equals(sha256);
  } catch (error) {
    if (error instanceof ObjectNotFound) return false;
    throw error;
  }
}
