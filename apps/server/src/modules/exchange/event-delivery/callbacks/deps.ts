import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { NoteOwnEvent } from '../../../account/security/index.ts';
import type { Keyring } from './keys.ts';

/** For sending to customers' own addresses. */
export type SendingDeps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** For the queries of each attempt. */
  prepared: Database;
  keys: Keyring;
  publicUrl: string;
  /** The proxy through which customers' addresses are called; null calls them directly. */
  proxy: string | null;
  /** Whether addresses on this machine may be set and called: for trying things out. */
  isLoopbackAllowed: boolean;
  /** SQL telling whether a customer is a business that receives callbacks: not one that no longer is, nor a blocked one. */
  mayReceiveSql(customerId: CustomerId): RawBuilder<boolean>;
};

/** For the calls by which customers set their address and look up what was sent there. */
export type CallbackDeps = Pick<SendingDeps, 'keys' | 'publicUrl' | 'isLoopbackAllowed'> &
  Pick<Platform, 'db' | 'clock' | 'cursors' | 'security'> & {
    /** Records what happened to an account for its owner, if the account is ours. */
    noteEvent: NoteOwnEvent;
    /** Address of the receiver that stands in for a customer's own; null if there is none. */
    testReceiverUrlOf(customerId: CustomerId): string | null;
  };
