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
  /** Base address of the web app, for links in mails. */
  publicUrl: string;
  /** Maximum chunk size in bytes; a larger photo gets a chunk of its own. */
  chunkBytes: number;
  /** Exports a customer may request within 24 hours. */
  exportsPerDay: number;
};
