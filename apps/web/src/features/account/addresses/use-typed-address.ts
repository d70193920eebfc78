import {
  type AddressField,
  addressFormatOf,
  type TypedAddress,
} from '@keepsake/contracts/account/address-formats';
import {
  findAddressFaults,
  normaliseAddress,
  normaliseField,
  splitStreet,
} from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { SubmitEvent } from 'react';
import { useForm } from '#/shared/use-form.ts';

/** Splits off a house number that a browser or shop has put into the street field. */
const withNumber = (typed: TypedAddress): TypedAddress =>
  typed.streetNumber ? typed : { ...typed, ...splitStreet(typed.streetName ?? '', typed.country) };

/** Without faults all required fields are present. */
const completeAddressOf = (typed: TypedAddress) => normaliseAddress(typed) as PostalAddress;

type Options = {
  initial: TypedAddress;
  /** Required fields in addition to those of the country. */
  required: readonly AddressField[];
  /** What saving it failed with. */
  failure: Error | null;
  onSubmit: (address: PostalAddress) => void;
};

/**
 * State of an address form. A field is validated once it loses the focus, all of them on submit. Changing the country keeps
 * every value, including those of fields the new country lacks.
 */
export function useTypedAddress({ initial, required, failure, onSubmit }: Options) {
  const { values, change, leave, form, focusOn, isWrong, hasSent } = useForm({
    initial: () => withNumber(initial),
    faultsOf: (typed) => faultsOf(normaliseAddress(typed), required),
    unsaved: { failure },
    onSubmit: (typed) => onSubmit(completeAddressOf(typed)),
  });
  const { country } = values;
  const { rows, required: requiredThere } = addressFormatOf(country);
  const textOf = (field: AddressField) => values[field] ?? '';
  return {
    form: {
      ...form,
      onSubmit(event: SubmitEvent) {
        change(normaliseAddress(values));
        form.onSubmit(event);
      },
    },
    /** How many fields were wrong at the submit and still are. */
    faultsCount: hasSent ? rows.flat().filter(isWrong).length : 0,
    rows,
    country,
    isRequired: (field: AddressField) => required.includes(field) || requiredThere.includes(field),
    textOf,
    isWrong,
    focusOn,
    changeCountry: (chosen: string) => change({ country: chosen }),
    /** `isFilledIn`: the value was autofilled or pasted, so it may contain more than the field's own part. */
    change(field: AddressField, value: string, isFilledIn: boolean) {
      const next = { ...values, [field]: value };
      change(isFilledIn && field === 'streetName' ? withNumber(next) : next);
    },
    /** On blur, normalises the field by the rules of its country. An empty field is not a fault before submitting. */
    leave(field: AddressField) {
      const value = normaliseField(field, textOf(field), country);
      change({ [field]: value });
      leave(field, { isEmpty: value === '' });
    },
  };
}

/** The invalid fields of a normalised address, in form order. */
function faultsOf(address: TypedAddress, required: readonly AddressField[]): AddressField[] {
  const faults = new Set(findAddressFaults(address));
  const isFault = (field: AddressField) => faults.has(field) || (!address[field] && required.includes(field));
  return addressFormatOf(address.country).rows.flat().filter(isFault);
}
