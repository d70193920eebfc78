import * as z from 'zod/mini';
import { typedAddress } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { count, id } from './fields.ts';
import { orderAddress } from './orders.ts';

/** Most addresses that a customer keeps. */
export const MAX_ADDRESSES = 50;

/** What an address can be the default for. */
const addressUse = z.enum(['delivery', 'invoice']);
export type AddressUse = z.infer<typeof addressUse>;

/** An address that a customer keeps [ADR-04]. A customer with any has one default for each use. */
export const savedAddress = z.object({
  ...orderAddress.def.shape,
  id,
  /** Raised by each change. */
  version: count,
  defaultFor: z.array(addressUse),
});
export type SavedAddress = z.infer<typeof savedAddress>;

const makeDefault = {
  /** It becomes the default for these, and stays that for others; a first address is it for all. */
  defaultFor: z.optional(z.array(addressUse).check(z.maxLength(2))),
};

/** [ADR-09] The defaults first, then the newest. */
export const getAddresses = endpoint({
  name: 'getAddresses',
  service: 'customers',
  method: 'GET',
  path: '/customers/me/addresses',
  response: z.object({ addresses: z.array(savedAddress) }),
});

/** [ADR-01] 409 `too-many-addresses` when there are MAX_ADDRESSES. */
export const addAddress = endpoint({
  name: 'addAddress',
  service: 'customers',
  method: 'POST',
  path: '/customers/me/addresses',
  idempotencyKey: 'optional',
  body: typedAddress(makeDefault),
  response: savedAddress,
});

/** [ADR-02] 409 `conflict` when the address has another version than the one given. What is so already changes nothing. */
export const changeAddress = endpoint({
  name: 'changeAddress',
  service: 'customers',
  method: 'PUT',
  path: '/customers/me/addresses/{addressId}',
  params: z.object({ addressId: id }),
  body: typedAddress({
    ...makeDefault,
    /** Of the address that the customer saw: another tab's change is not overwritten. */
    version: z.optional(count),
  }),
  response: savedAddress,
});

/** [ADR-03] Where a default goes, the newest of the others takes its place. */
export const deleteAddress = endpoint({
  name: 'deleteAddress',
  service: 'customers',
  method: 'DELETE',
  path: '/customers/me/addresses/{addressId}',
  params: z.object({ addressId: id }),
  response: z.object({
    /** The address that is the default now where the deleted one was; null when it was none, or the last. */
    newDefault: z.nullable(savedAddress),
  }),
});
