import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { PresentPhotos } from '../photos/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  cursors: Cursors;
  presentPhotos: PresentPhotos;
  /** E-mail addresses by customer, without deleted customers. */
  findEmails(customerIds: readonly string[]): Promise<Map<string, string>>;
};

/** A shared album as one customer sees it. */
export type SharedRef = { viewerId: string; albumId: string };
