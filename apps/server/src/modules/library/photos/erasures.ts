import { SYSTEM_PREFIX } from '../../../platform/objects/epochs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const PREFIX = `${SYSTEM_PREFIX}erased/`;

/** A customer's deletion of everything that the library held at a time. */
export type Erasure = { customerId: string; erasedAt: Date };

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
  const last = new Map<string, Erasure>();
  for await (const { key } of objects.list(PREFIX)) {
    const [customerId = '', at] = key.slice(PREFIX.length).split('/');
    const erasedAt = new Date(Number(at));
    if (erasedAt >= (last.get(customerId)?.erasedAt ?? since)) last.set(customerId, { customerId, erasedAt });
  }
  return [...last.values()];
}
