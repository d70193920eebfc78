import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SendingDeps } from './callbacks/deps.ts';
import type { Receiver } from './try-sending.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> &
  SendingDeps & {
    /** The retailer's systems by name; customers' own addresses are looked up for each event. */
    receivers(): Readonly<Record<string, Receiver>>;
    onGivenUp?: GiveUp;
  };

/**
 * Called in the transaction in which an event is given up for all receivers. True makes it void, never to be sent again;
 * otherwise an operator may resend it.
 */
export type GiveUp = (trx: Queryable, event: OutgoingEvent) => Promise<boolean>;
