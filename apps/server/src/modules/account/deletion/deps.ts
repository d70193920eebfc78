import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MailedLinks } from '../mailed-links/index.ts';
import type { NoteOwnEvent } from '../security/index.ts';
import type { ErasureDeps } from './erasure/deps.ts';

export type Deps = Pick<Platform, 'listener'> &
  ErasureDeps & {
    /** Address of this installation without a trailing slash. */
    publicUrl: string;
    createLink: MailedLinks['createLink'];
    /** Null if the retailer's provider keeps the accounts. */
    accounts: Accounts | null;
    /** Revokes, in the transaction that closes an account, whatever would give access without a session. */
    onAccountClosed: OnAccountClosed;
  };

export type OnAccountClosed = (trx: Queryable, customerId: CustomerId, now: Date) => Promise<void>;

/** What becomes of closed accounts. */
export type Closings = {
  /** The last day on which a closed account can be kept, in words; null if it is too late, or the account is not closed. */
  lastDayToKeep(customerId: CustomerId, locale: Locale): Promise<string | null>;
  /** Reopens a closed account; true for an open one as well, false if it is too late. */
  keep(customerId: CustomerId, request: FastifyRequest): Promise<boolean>;
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
