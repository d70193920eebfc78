import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { isCustomerId } from '../../../platform/ids.ts';
import { SYSTEM_PREFIX } from '../../../platform/objects/epochs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const PREFIX = `${SYSTEM_PREFIX}erased/`;

/** A customer's deletion of everything that the library held at a time. */
export type Erasure = { customerId: CustomerId; erasedAt: Date };

/**
 * Records in the store that a customer deleted the whole library, before its first photo is removed: a database restored from an
 * earlier backup does not know. Idempotent.
 */
export async function recordErasure(
  objects: Pick<ObjectStore, 'putBytes'>,
  { customerId, erasedAt }: Erasure,
): Promise<void> {
  await objects.putBytes(`${PREFIX}${customerId}/${erasedAt.getTime()}`, Buffer.from(erasedAt.toISOString()));
}

/** The latest erasure of each customer's library since a time. */
export async function listErasures(objects: Pick<ObjectStore, 'list'>, since: Date): Promise<Erasure[]> {
  const last = new Map<CustomerId, Erasure>();
  for await (const { key } of objects.list(PREFIX)) {
    const [named = '', at] = key.slice(PREFIX.length).split('/');
    const erasedAt = new Date(Number(at));
    if (!isCustomerId(named)) continue;
    if (erasedAt >= (last.get(named)?.erasedAt ?? since)) last.set(named, { customerId: named, erasedAt });
  }
  return [...last.values()];
}
