// Reads parameters of addresses. Routes load it with the app: what draws pages does not belong here.
import { fields } from '@keepsake/contracts';

/** The page of a list that an address asks for, from 2 on; anything else is the first. */
export const pageOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined;

/** The code of an order that an address names, if it could be one. One of digits alone arrives as a number. */
export const orderCodeOf = (value: unknown): string | undefined =>
  fields.code.safeParse(String(value ?? '')).data;

/** The page of a product that an address names: its number, or a cover. */
export const productPageOf = (value: unknown): string | number | undefined => {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  return typeof value === 'string' && /^(front|back)-cover(-\d+)?$/.test(value) ? value : undefined;
};

/** An id that an address names, if it could be one. */
export const idOf = (value: unknown): string | undefined => fields.id.safeParse(value).data;
