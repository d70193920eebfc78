import type { AddressField, TypedAddress } from './address-formats.ts';
import { isValidField, normaliseField } from './addresses.ts';

/** The European Union, its neighbours and Britain. */
export const COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK CH GB GG GI IM IS JE LI MC NO'.split(
    ' ',
  );
/** An address in each channel's country. */
export const ADDRESSES: Record<string, TypedAddress> = {
  GB: {
    country: 'GB',
    name: 'Mia Berg',
    streetName: 'Fernlea Road',
    streetNumber: '12',
    postalCode: 'SW12 9RT',
    city: 'London',
  },
  JE: {
    country: 'JE',
    name: 'Mia Berg',
    streetName: 'Church Street',
    streetNumber: '12',
    postalCode: 'JE2 3AB',
    city: 'St Helier',
  },
  AT: {
    country: 'AT',
    name: 'Mia Berg',
    streetName: 'Straße des 17. Juni',
    streetNumber: '12/3/14',
    postalCode: '1010',
    city: 'Wien',
  },
  NL: {
    country: 'NL',
    name: 'Mia Berg',
    streetName: "'s-Gravenhekje",
    streetNumber: '12 bis',
    postalCode: '1015 CJ',
    city: 'Amsterdam',
  },
  FR: {
    country: 'FR',
    name: 'Mia Berg',
    streetName: 'Rue du 8 Mai 1945',
    streetNumber: '4-6',
    postalCode: '75001',
    city: 'Paris',
  },
  SE: {
    country: 'SE',
    name: 'Mia Berg',
    streetName: 'Åsögatan',
    streetNumber: '12a',
    postalCode: '111 22',
    city: 'Malmö',
  },
};

/** Whether a field accepts this text. */
export const isRight = (field: AddressField, text: string, country: string) =>
  isValidField(field, normaliseField(field, text, country), country);
