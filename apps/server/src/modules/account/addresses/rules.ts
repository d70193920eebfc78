import { isDeepStrictEqual } from 'node:util';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { AddressUse, changeAddress, SavedAddress } from '@keepsake/contracts/account/saved-addresses';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { AddressRow } from './store.ts';

export type TypedSavedAddress = BodyOf<typeof changeAddress>;

export const ADDRESS_USES: readonly AddressUse[] = ['delivery', 'invoice'];

/** What an address is the default for. */
export const usesOf = (row: Pick<AddressRow, 'is_delivery_default' | 'is_invoice_default'>): AddressUse[] =>
  ADDRESS_USES.filter((use) => row[`is_${use}_default`]);

/** A saved address in its wire format. */
export const presentAddress = (row: AddressRow): SavedAddress => ({
  ...row.address,
  id: row.id,
  version: row.version,
  defaultFor: usesOf(row),
});

/** The new content of an address, without what it becomes the default for. */
export function contentOf({ version: _, defaultFor: _uses, ...address }: TypedSavedAddress): PostalAddress {
  return address;
}

/**
 * The verdict on a change: `same` means nothing changes, as after a second press; `outdated` that the customer saw another
 * version.
 */
export function judgeChange(row: AddressRow, typed: TypedSavedAddress): 'change' | 'same' | 'outdated' {
  const { version, defaultFor = [] } = typed;
  const uses = usesOf(row);
  const isSame =
    isDeepStrictEqual(row.address, contentOf(typed)) && defaultFor.every((use) => uses.includes(use));
  if (isSame) return 'same';
  return version === undefined || version === row.version ? 'change' : 'outdated';
}
