import type { NeededBy } from '@keepsake/contracts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'images'> &
  Pick<OutgoingEvents, 'notifyServices'> & {
    /** For the list: each connection parses a statement once. */
    prepared: Database;
    /** For what arrives before it is kept. */
    dataDir: string;
    isKnownChannel(channel: string): boolean;
    isLibraryHidden(userId: string): Promise<boolean>;
    /** How a project stands against the date by which the customer needs it. */
    judgeNeededDate(project: DatedProject, kept: KeptDate): NeededBy;
    /** Ends the date of a project with it: it becomes that of the order, if there is one. */
    endNeededDate(
      trx: Queryable,
      ended: { userId: string; projectId: string; orderCode: string | null },
    ): Promise<void>;
  };

/** What is compared with the date by which a project is needed. */
export type DatedProject = { channel: string; article: string | null };
/** The date as its customer set it. */
export type KeptDate = { date: string; occasion: string | null; changedAt: Date };
