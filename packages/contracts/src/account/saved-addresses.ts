import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id } from '../platform/fields.ts';
import { typedAddress } from './addresses.ts';
import { postalAddress } from './postal-address.ts';

/** Maximum saved addresses per customer. */
export const MAX_ADDRESSES = 50;

/** Purposes an address can be the default for. */
const addressUse = z.enum(['delivery', 'invoice']);
export type AddressUse = z.infer<typeof addressUse>;

/** A saved address [ADR-04]. If a customer has any, one is the default for each purpose. */
export const savedAddress = z.object({
  ...postalAddress.def.shape,
  id,
  /** Incremented by each change. */
  version: count,
  defaultFor: z.array(addressUse),
});
export type SavedAddress = z.infer<typeof savedAddress>;

const makeDefault = {
  /** Makes it the default for these purposes, in addition to any others; the first address becomes the default for all. */
  defaultFor: z.optional(z.array(addressUse).check(z.maxLength(2))),
};

/** [ADR-09] Defaults first, then newest first. */
export const getAddresses = endpoint({
  name: 'getAddresses',
  service: 'customers',
  method: 'GET',
  path: '/customers/me/addresses',
  response: z.object({ addresses: z.array(savedAddress) }),
  problems: ['not-found'],
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
  problems: ['not-found', 'too-many-addresses'],
  sample: () => ({
    body: {
      name: 'Mia Holm',
      streetName: 'Sea Road',
      postalCode: 'HU1 1AA',
      city: 'Hull',
      country: 'GB',
    },
  }),
});

/** [ADR-02] 409 `conflict` when the address has another version than the given one. Repeating current values changes nothing. */
export const changeAddress = endpoint({
  name: 'changeAddress',
  service: 'customers',
  method: 'PUT',
  path: '/customers/me/addresses/{addressId}',
  params: z.object({ addressId: id }),
  body: typedAddress({
    ...makeDefault,
    /** Version of the address the customer saw, so that another tab's change is not overwritten. */
    version: z.optional(count),
  }),
  response: savedAddress,
  problems: ['conflict'],
  sample: ({ addressId }) => ({
    params: { addressId },
    body: {
      name: 'Mia Holm',
      streetName: 'Sea Road',
      postalCode: 'HU1 1AA',
      city: 'Hull',
      country: 'GB',
    },
  }),
});

/** [ADR-03] If a default is deleted, the newest of the others becomes the default. */
export const deleteAddress = endpoint({
  name: 'deleteAddress',
  service: 'customers',
  method: 'DELETE',
  path: '/customers/me/addresses/{addressId}',
  params: z.object({ addressId: id }),
  response: z.object({
    /** The new default in place of the deleted one; null if the deleted one was no default, or the last address. */
    newDefault: z.nullable(savedAddress),
  }),
  sample: ({ addressId }) => ({ params: { addressId } }),
});
