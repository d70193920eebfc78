import type { RawBuilder } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';
import type { Keyring } from './keys.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'cursors'> & {
  /** For what is asked at each try; `db` unless given. */
  prepared?: Database;
  keys: Keyring;
  publicUrl: string;
  /** The proxy through which customers' addresses are called; null calls them directly. */
  proxy: string | null;
  /** Whether addresses of this very machine may be set and called: for trying things out. */
  isLoopbackAllowed: boolean;
  /** SQL that says whether a customer is a business that is told things: not who is none (any more), nor who is blocked. */
  mayReceiveSql(userId: string): RawBuilder<boolean>;
  /** Address of the receiver that stands in for a customer's own; null where there is none. */
  testReceiverUrlOf(userId: string): string | null;
} & Pick<OutgoingEvents, 'notifyCustomer'>;
