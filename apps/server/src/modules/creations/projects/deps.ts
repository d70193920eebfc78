import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import type { SentFiles } from '../../exchange/sent-files/index.ts';
import type { IsLibraryHidden } from '../../library/photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'signer' | 'objects'> &
  Pick<EventQueue, 'notifyServices'> & {
    /** For the list: each connection parses a statement once. */
    prepared: Database;
    sentFiles: SentFiles;
    isLibraryHidden: IsLibraryHidden;
    /** The verdict on a project's needed date. */
    judgeNeededDate(project: DatedProject, stored: StoredDate): NeededBy;
    /** Ends the date of a project together with it: it becomes that of the order, if there is one. */
    endNeededDate(trx: Queryable, ended: EndedProject): Promise<void>;
  };

/** A project that is deleted, or became an order. */
export type EndedProject = { customerId: CustomerId; projectId: string; orderCode: string | null };
/** What is compared with the date by which a project is needed. */
export type DatedProject = { channel: string; article: string | null };
/** The date as its customer set it. */
export type StoredDate = { date: string; occasion: string | null; changedAt: Date };
