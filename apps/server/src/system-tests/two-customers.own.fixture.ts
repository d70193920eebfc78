import { createHash } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';

export type Stores = { db: Database; objects: ObjectStore };

/** The name of all Anna's things, by which a leaking answer is detected. */
export const OWN_NAME = 'annas-own-name';
export const OWN_CONTENT = Buffer.from('a photo of Anna’s');
/** Hash of the content of one of Anna's photos. */
export const OWN_SHA256 = createHash('sha256').update(OWN_CONTENT).digest();

export const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
