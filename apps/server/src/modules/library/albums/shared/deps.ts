import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Logger } from 'pino';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { DatabaseListener } from '../../../../platform/database/listen.ts';
import type { Cursors } from '../../../../platform/paging.ts';
import type { IsLibraryHidden, PresentPhotos } from '../../photos/index.ts';

export type SharedDeps = {
  db: Database;
  listener: DatabaseListener;
  log: Logger;
  clock: Clock;
  cursors: Cursors;
  presentPhotos: PresentPhotos;
  /** E-mail addresses by customer, without deleted customers. */
  findEmails(customerIds: readonly CustomerId[]): Promise<Map<string, string>>;
  isLibraryHidden: IsLibraryHidden;
};
