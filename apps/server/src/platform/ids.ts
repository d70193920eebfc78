import { randomUUIDv7 } from 'node:crypto';

/** A new row's id: a UUIDv7, so that ids sort by creation time. */
export const newId = (): string => randomUUIDv7();

/** The nil UUID, no row's own id: stands for nobody, and sorts before every other id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id in the form the database writes, so that it can be queried. */
export const isId = (text: string): boolean => UUID.test(text);

/** Crockford's Base32 in lower case: no two characters look alike. */
export const CROCKFORD_BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
