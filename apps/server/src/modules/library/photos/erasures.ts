import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { isCustomerId } from '../../../platform/ids.ts';
import { SYSTEM_PREFIX } from '../../../platform/objects/epochs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const PREFIX = `${SYSTEM_PREFIX}erased/`;
/** What the key of an erasure ends with once some of its photos came back. */
const ANNULLED = '-annulled';

/** A customer's deletion of everything that the library held at a time. */
export type Erasure = { customerId: CustomerId; erasedAt: Date };

const keyOf = ({ customerId, erasedAt }: Erasure) => `${PREFIX}${customerId}/${erasedAt.getTime()}`;

/**
 * Records in the store that a customer deleted the whole library, before its first photo is removed: a database restored from an
 * earlier backup does not know. Idempotent.
 */
export async function recordErasure(objects: Pick<ObjectStore, 'putBytes'>, erasure: Erasure): Promise<void> {
  await objects.putBytes(keyOf(erasure), Buffer.from(erasure.erasedAt.toISOString()));
}

/**
 * Records that photos of such a deletion came back, before they do: repeated after a restore, it would delete them again. Idempotent,
 * and lasts even if the deletion is recorded after it.
 */
export async function annulErasure(objects: Pick<ObjectStore, 'putBytes'>, erasure: Erasure): Promise<void> {
  await objects.putBytes(keyOf(erasure) + ANNULLED, Buffer.from(erasure.erasedAt.toISOString()));
}

/** The latest erasure of each customer's library since a time, without those that were annulled. */
export async function listErasures(objects: Pick<ObjectStore, 'list'>, since: Date): Promise<Erasure[]> {
  const keys = new Set((await Array.fromAsync(objects.list(PREFIX))).map(({ key }) => key));
  const last = new Map<CustomerId, Erasure>();
  for (const key of keys) {
    const [named = '', at] = key.slice(PREFIX.length).split('/');
    const erasedAt = new Date(Number(at));
    if (!isCustomerId(named) || keys.has(key + ANNULLED)) continue;
    if (erasedAt >= (last.get(named)?.erasedAt ?? since)) last.set(named, { customerId: named, erasedAt });
  }
  return [...last.values()];
}
