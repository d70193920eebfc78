import type { OutgoingEvent } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Who listens to events, under the name of the service. */
export type Receiver = {
  /** Keys of its signatures, the newest first. */
  secrets: readonly string[];
  /** Null for all. */
  types: readonly OutgoingEvent['type'][] | null;
  channels: readonly string[] | null;
} & (
  | { url: string; isInternal: boolean }
  /** In this very process; returns a status. */
  | { take(request: { headers: Record<string, string>; body: string }): Promise<number> }
);

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  receivers: Readonly<Record<string, Receiver>>;
  /**
   * An event was given up for every receiver, in this transaction. True: it is void and is never sent again; otherwise an
   * operator may do that.
   */
  onGivenUp?(trx: Queryable, event: OutgoingEvent): Promise<boolean>;
};
