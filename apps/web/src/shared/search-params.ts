// Parsers of search parameters. Routes load this file with the app, so rendering code does not belong here.
import * as fields from '@keepsake/contracts/platform/fields';

/** The requested page of a list, from 2 on; undefined, meaning the first, for anything else. */
export const pageOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined;

/** A plausible order code from an address. A purely numeric one arrives as a number. */
export const orderCodeOf = (value: unknown): string | undefined =>
  fields.code.safeParse(String(value ?? '')).data;

/** The requested page of a product: its number, or a cover. */
export const productPageOf = (value: unknown): string | number | undefined => {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  return typeof value === 'string' && /^(front|back)-cover(-\d+)?$/.test(value) ? value : undefined;
};

/** A well-formed id from an address. */
export const idOf = (value: unknown): string | undefined => fields.id.safeParse(value).data;
