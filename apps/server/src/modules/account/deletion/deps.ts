import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Throttle } from '../../../platform/throttle.ts';
import type { NoteOwnEvent } from '../identity/index.ts';
import type { MailedLinks } from '../mailed-links/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  /** By which jobs wait, also where `clock` is moved on purpose. */
  machineClock: Clock;
  throttle: Throttle;
  security: SecurityLog;
  /** Address of this installation without a slash at the end. */
  publicUrl: string;
  /** `iss` of customers' tokens. */
  issuer: string;
  createLink: MailedLinks['createLink'];
  /** What all modules keep of customers; asked once they are all made. */
  personalData(): readonly PersonalData[];
  /** Null where a provider of the retailer keeps the accounts. */
  accounts: Accounts | null;
  /** Ends, in the transaction that closes an account, what would let somebody in without a session. */
  onAccountClosed(trx: Queryable, userId: string, now: Date): Promise<void>;
};

/** What identity does when an account is closed and opened again. */
type Accounts = {
  /** Ends its sessions. Throws `email-change-undoable`. */
  closeAccount(trx: Queryable, id: string, now: Date): Promise<void>;
  reopenAccount(trx: Queryable, id: string): Promise<void>;
  noteEvent: NoteOwnEvent;
  /** Until when the last change of its address can be undone; null for none. */
  findUndoEnd(id: string): Promise<Date | null>;
};
