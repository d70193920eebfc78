import {
  type AddressField,
  addressFormatOf,
  type TypedAddress,
} from '@keepsake/contracts/account/address-formats';
import {
  ADDRESS_MESSAGES,
  findAddressFaults,
  normaliseAddress,
  normaliseField,
  splitStreet,
} from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { useState } from 'react';

const FIELDS = Object.keys(ADDRESS_MESSAGES) as AddressField[];
/** Splits off a house number that a browser or shop has put into the street field. */
const withNumber = (typed: TypedAddress): TypedAddress =>
  typed.streetNumber ? typed : { ...typed, ...splitStreet(typed.streetName ?? '', typed.country) };

/**
 * State of an address form: the values and the invalid fields. A field is validated once it loses the focus, all of them on
 * submit. Changing the country keeps every value, including those of fields the new country lacks.
 */
export function useTypedAddress(initial: TypedAddress, required: readonly AddressField[] = []) {
  const [typed, setTyped] = useState(() => withNumber(initial));
  const [left, setLeft] = useState<ReadonlySet<AddressField>>(new Set());
  const { country } = typed;
  const textOf = (field: AddressField) => typed[field] ?? '';
  /** Faults in form order. */
  const faultsOf = (address: TypedAddress) => {
    const faults = new Set(findAddressFaults(address));
    const isFault = (field: AddressField) =>
      faults.has(field) || (!address[field] && required.includes(field));
    return addressFormatOf(country).rows.flat().filter(isFault);
  };
  const faults = faultsOf(normaliseAddress(typed));
  const isWrong = (field: AddressField) => left.has(field) && faults.includes(field);
  return {
    rows: addressFormatOf(country).rows,
    country,
    isRequired: (field: AddressField) =>
      required.includes(field) || addressFormatOf(country).required.includes(field),
    textOf,
    isWrong,
    changeCountry: (chosen: string) => setTyped((before) => ({ ...before, country: chosen })),
    /** `isFilledIn`: the value was autofilled or pasted, so it may contain more than the field's own part. */
    change(field: AddressField, value: string, isFilledIn: boolean) {
      const next = { ...typed, [field]: value };
      setTyped(isFilledIn && field === 'streetName' ? withNumber(next) : next);
    },
    /** On blur, normalises the field by the rules of its country. An empty field is not a fault before submitting. */
    leave(field: AddressField) {
      const value = normaliseField(field, textOf(field), country);
      setTyped((before) => ({ ...before, [field]: value }));
      if (value !== '') setLeft((before) => new Set(before).add(field));
    },
    /** Returns the address if it is valid, otherwise its first invalid field. */
    finish(): { address: PostalAddress } | { fault: AddressField } {
      const address = normaliseAddress(typed);
      setTyped((before) => ({ ...before, ...address }));
      setLeft(new Set(FIELDS));
      const [fault] = faultsOf(address);
      // Without faults all required fields are present.
      return fault ? { fault } : { address: address as PostalAddress };
    },
  };
}
