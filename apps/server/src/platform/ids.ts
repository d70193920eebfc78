import { randomUUIDv7 } from 'node:crypto';

/** A new row's id: a UUIDv7, so that ids sort by creation time. */
export const newId = (): string => randomUUIDv7();

/** The nil UUID, which no row of a customer has: stands for nobody, and comes before every other id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id in the form the database writes, so that it can be queried. */
export const isId = (text: string): boolean => UUID.test(text);
