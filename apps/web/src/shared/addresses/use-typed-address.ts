import {
  ADDRESS_MESSAGES,
  type AddressField,
  addressFormatOf,
  isValidField,
  normaliseAddress,
  normaliseField,
  type OrderAddress,
  splitStreet,
  type TypedAddress,
} from '@keepsake/contracts';
import { useState } from 'react';

const FIELDS = Object.keys(ADDRESS_MESSAGES) as AddressField[];
/** A street whose number stands in its field, as some shops report it and browsers fill it in, is taken apart. */
const withNumber = (typed: TypedAddress): TypedAddress =>
  typed.streetNumber ? typed : { ...typed, ...splitStreet(typed.streetName ?? '', typed.country) };

/**
 * What is typed of an address, and which fields are wrong: those that were left with something wrong in them, and after
 * sending all. Another country keeps what was typed, also of fields that it has not.
 */
export function useTypedAddress(initial: TypedAddress, required: readonly AddressField[] = []) {
  const [typed, setTyped] = useState(() => withNumber(initial));
  const [left, setLeft] = useState<ReadonlySet<AddressField>>(new Set());
  const { country } = typed;
  const textOf = (field: AddressField) => typed[field] ?? '';
  const isLacking = (field: AddressField, value: string) => value === '' && required.includes(field);
  const isRight = (field: AddressField, value: string) =>
    !isLacking(field, value) && isValidField(field, value, country);
  const isWrong = (field: AddressField) =>
    left.has(field) && !isRight(field, normaliseField(field, textOf(field), country));
  return {
    rows: addressFormatOf(country).rows,
    country,
    isRequired: (field: AddressField) =>
      required.includes(field) || addressFormatOf(country).required.includes(field),
    textOf,
    isWrong,
    changeCountry: (chosen: string) => setTyped((before) => ({ ...before, country: chosen })),
    /** `isFilledIn`: by the browser or by pasting, maybe with more than belongs into the field. */
    change(field: AddressField, value: string, isFilledIn: boolean) {
      const next = { ...typed, [field]: value };
      setTyped(isFilledIn && field === 'streetName' ? withNumber(next) : next);
    },
    /** A field is left: what it holds is written as its country does. An empty one is no fault before sending. */
    leave(field: AddressField) {
      const value = normaliseField(field, textOf(field), country);
      setTyped((before) => ({ ...before, [field]: value }));
      if (value !== '') setLeft((before) => new Set(before).add(field));
    },
    /** The address, if nothing is wrong with it, and else its first field that is. */
    finish(): { address: OrderAddress } | { fault: AddressField } {
      const address = normaliseAddress(typed);
      setTyped((before) => ({ ...before, ...address }));
      setLeft(new Set(FIELDS));
      const [fault] = addressFormatOf(country)
        .rows.flat()
        .filter((field) => !isRight(field, address[field] ?? ''));
      // Without a fault it has what every address has.
      return fault ? { fault } : { address: address as OrderAddress };
    },
  };
}
