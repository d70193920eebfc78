import {
  type AddressUse,
  MAX_ADDRESSES,
  type SavedAddress,
} from '@keepsake/contracts/account/saved-addresses';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTurn, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import {
  ADDRESS_USES,
  contentOf,
  judgeChange,
  presentAddress,
  type TypedSavedAddress,
  usesOf,
} from './rules.ts';
import {
  type AddressRef,
  type AddressRow,
  findAddress,
  insertAddress,
  lockAddresses,
  readAddresses,
  removeAddress,
  setDefault,
  updateAddress,
} from './store.ts';

type Parts = { db: Database; clock: Clock };
type Added = { customerId: CustomerId; typed: TypedSavedAddress };
type Changed = AddressRef & { typed: TypedSavedAddress };

/** Adds an address; the first one becomes the default for everything. Throws `too-many-addresses`. */
export async function add(
  { clock }: Parts,
  trx: Queryable,
  { customerId, typed }: Added,
): Promise<SavedAddress> {
  await lockAddresses(trx, customerId);
  const existing = await readAddresses(trx, customerId);
  if (existing.length >= MAX_ADDRESSES) throw new Problem('too-many-addresses');
  const ref = { customerId, addressId: newId() };
  await insertAddress(trx, ref, { address: contentOf(typed), now: clock() });
  await setDefaults(trx, ref, existing.length === 0 ? ADDRESS_USES : typed.defaultFor);
  return presentAddress(await requireAddress(trx, ref));
}

/** Changes an address. Throws `not-found`, or `conflict` if the customer saw another version. */
export function change({ db, clock }: Parts, { typed, ...ref }: Changed): Promise<SavedAddress> {
  return inTurn(db, { lock: lockAddresses, customerId: ref.customerId }, async (trx) => {
    const row = await requireAddress(trx, ref);
    const judged = judgeChange(row, typed);
    if (judged === 'outdated') {
      throw new Problem('conflict', {
        detail: `The address has since been changed. The current version is ${row.version}`,
      });
    }
    if (judged === 'change') {
      await updateAddress(trx, ref, { address: contentOf(typed), now: clock() });
      await setDefaults(trx, ref, typed.defaultFor);
    }
    return presentAddress(await requireAddress(trx, ref));
  });
}

/** Deletes an address; the newest remaining one replaces it as a default and is returned. Throws `not-found`. */
export function remove({ db }: Parts, ref: AddressRef): Promise<SavedAddress | null> {
  return inTurn(db, { lock: lockAddresses, customerId: ref.customerId }, async (trx) => {
    const uses = usesOf(await requireAddress(trx, ref));
    await removeAddress(trx, ref);
    const left = await readAddresses(trx, ref.customerId);
    const [heir] = left.toSorted((a, b) => b.changed_at.getTime() - a.changed_at.getTime());
    if (!heir || uses.length === 0) return null;
    const next = { customerId: ref.customerId, addressId: heir.id };
    await setDefaults(trx, next, uses);
    return presentAddress(await requireAddress(trx, next));
  });
}

async function setDefaults(trx: Queryable, ref: AddressRef, uses: readonly AddressUse[] = []): Promise<void> {
  for (const use of uses) await setDefault(trx, ref, use);
}

async function requireAddress(trx: Queryable, ref: AddressRef): Promise<AddressRow> {
  const row = await findAddress(trx, ref);
  if (!row) throw new Problem('not-found');
  return row;
}
