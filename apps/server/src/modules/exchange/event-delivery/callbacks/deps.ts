import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NoteOwnEvent } from '../../account/security/index.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';
import type { Keyring } from './keys.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'cursors' | 'security'> & {
  /** For the queries of each attempt; defaults to `db`. */
  prepared?: Database;
  keys: Keyring;
  publicUrl: string;
  /** Records what happened to an account for its owner, if the account is ours. */
  noteEvent: NoteOwnEvent;
  /** The proxy through which customers' addresses are called; null calls them directly. */
  proxy: string | null;
  /** Whether addresses on this machine may be set and called: for trying things out. */
  isLoopbackAllowed: boolean;
  /** SQL telling whether a customer is a business that receives callbacks: not one that no longer is, nor a blocked one. */
  mayReceiveSql(customerId: CustomerId): RawBuilder<boolean>;
  /** Address of the receiver that stands in for a customer's own; null if there is none. */
  testReceiverUrlOf(customerId: CustomerId): string | null;
} & Pick<OutgoingEvents, 'notifyCustomer'>;
