import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';

export type Deps = {
  db: Database;
  objects: ObjectStore;
  signer: MediaSigner;
  clock: Clock;
  log: Logger;
  /** Where customers reach the web app: links of mails begin with it. */
  publicUrl: string;
  /** Longest chunk in bytes; a photo that is longer has one of its own. */
  chunkBytes: number;
  /** Exports a customer may ask for within 24 hours. */
  exportsPerDay: number;
};
