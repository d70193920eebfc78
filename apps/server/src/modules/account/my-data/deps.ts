import type { PhotoExport } from '@keepsake/contracts/library/exports';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NoteOwnEvent } from '../security/index.ts';

/** The photos, exported from the library. */
export type PhotosOfMyData = {
  /** Requests their export in a transaction; null if there are none. */
  request(trx: Queryable, customerId: CustomerId, channel: string): Promise<string | null>;
  find(
    customerId: CustomerId,
    exportId: string,
  ): Promise<{
    status: PhotoExport['status'];
    parts: { iteration: number; bytes: number }[];
    missing: number;
  } | null>;
  addressOf(customerId: CustomerId, exportId: string, iteration: number): Promise<string>;
};

export type Deps = Pick<Platform, 'db' | 'signer' | 'clock' | 'log'> & {
  objects: ObjectStore;
  /** The clock of the job queue. */
  machineClock: Clock;
  /** Files are written in a folder of their own, below `<dataDir>/scratch`. */
  dataDir: string;
  /** Base address of the web app, for links in mails. */
  publicUrl: string;
  /** What every module keeps of customers; a function, because modules are created after this one. */
  personalData(): readonly PersonalData[];
  photos(): PhotosOfMyData;
  /** Notifies the account's owner, if the account is ours. */
  noteEvent: NoteOwnEvent;
};
