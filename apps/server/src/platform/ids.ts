import { randomUUIDv7 } from 'node:crypto';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';

/** A new row's id: a UUIDv7, so that ids sort by creation time. */
export const newId = (): string => randomUUIDv7();

/** The id of a new customer. */
export const newCustomerId = (): CustomerId => customerIdSchema.parse(newId());

/** The nil UUID, no row's own id: stands for nobody, and sorts before every other id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The customer id of nobody: of rows that outlive their customer or never had one. Sorts before every other. */
export const NOBODY = customerIdSchema.parse(NIL_ID);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id in the form the database writes, so that it can be queried. */
export const isId = (text: string): boolean => UUID.test(text);

/** The same for a text that can only name a customer. */
export const isCustomerId = (text: string): text is CustomerId => isId(text);

export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The id with these 32 hexadecimal digits. */
export const idOfHex = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The same for a customer's. Throws if the digits are not of an id. */
export const customerIdOfHex = (hex: string): CustomerId => customerIdSchema.parse(idOfHex(hex));

/** Crockford's Base32 in lower case: no two characters look alike. */
export const CROCKFORD_BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
