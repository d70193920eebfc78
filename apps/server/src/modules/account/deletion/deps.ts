import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Journal } from '../../../platform/recovery/journal.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { MailedLinks } from '../mailed-links/index.ts';
import type { NoteOwnEvent } from '../security/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  /** The clock by which jobs are scheduled, even if `clock` is moved on purpose. */
  machineClock: Clock;
  security: SecurityLog;
  journal: Journal;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  /** `iss` of customers' tokens. */
  issuer: string;
  createLink: MailedLinks['createLink'];
  /** What all modules keep of customers; called once they have all been created. */
  personalData(): readonly PersonalData[];
  /** Null if the retailer's provider keeps the accounts. */
  accounts: Accounts | null;
  /** Revokes, in the transaction that closes an account, whatever would give access without a session. */
  onAccountClosed(trx: Queryable, customerId: CustomerId, now: Date): Promise<void>;
  /** Whether an account was erased here. */
  isErased(db: Queryable, customerId: CustomerId): Promise<boolean>;
  /** Leaves the tombstone of an account that has nothing left to erase. */
  leaveTombstone(trx: Queryable, customerId: CustomerId): Promise<void>;
};

/** What identity does when an account is closed or reopened. */
type Accounts = {
  /** Ends its sessions. Throws `email-change-undoable`. */
  closeAccount(trx: Queryable, id: CustomerId, now: Date): Promise<void>;
  reopenAccount(trx: Queryable, id: string): Promise<void>;
  noteEvent: NoteOwnEvent;
  /** Until when the last change of its address can be undone; null if there is none. */
  findUndoEnd(id: string): Promise<Date | null>;
};
