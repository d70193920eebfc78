import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { MailContent } from '../../frame/mails/index.ts';

/** The mail of a request, complete except for its link. */
export type LinkMail = Omit<MailContent, 'link'> & {
  /** The number of mails of one kind to a recipient is limited. */
  kind: string;
  /** The page that the button leads to, as an absolute address. */
  page: string;
  /** False for a mail whose page needs no token, such as 'you already have an account'. */
  hasToken: boolean;
  /** The account that the link is about; its links are deleted with it. Null for anything else. */
  accountId?: CustomerId | null;
};

/**
 * The purpose of a mailed link. A request queues a job, which mails a link with 256 random bits, stored hashed; the link opens a
 * page that changes nothing, because mail scanners open links too; the page's button uses up the link.
 */
export type LinkPurpose<Requested extends object> = {
  /** Stored with jobs and tokens: never change it. */
  name: string;
  lifetimeSeconds: number;
  /** The request, stored with the job and the token. */
  requested: z.ZodType<Requested>;
  /** Decides in the job who gets which mail, null for nobody, so that requests take as long for unknown addresses. */
  writeMail(trx: Queryable, requested: Requested): Promise<LinkMail | null>;
};

/** An opened link: the request, the recipient, and whether it has been used. */
export type OpenedLink<Requested> = {
  email: string;
  accountId: CustomerId | null;
  isUsed: boolean;
  requested: Requested;
  /** What was last submitted on its page, as stored; null for nothing. */
  sentForm: unknown;
};

/** The outcome of using a link: a result, or why there is none. */
export type LinkOutcome<Result> = { state: 'done'; result: Result } | { state: 'used' } | { state: 'bad' };

export type MailedLink<Requested extends object> = {
  /**
   * Requests the mail, through a job. It does the same work whether or not the address is known, so that its duration reveals
   * nothing: only the job looks. Throws the problem `too-many-requests` if the network of `ip` has requested too many; anything
   * expensive, such as a hash, is passed as a function and computed only if not.
   */
  request(trx: Queryable, requested: Requested | (() => Promise<Requested>), ip: string): Promise<void>;
  /** Requests the mail for a known customer, or without anybody's request: no network is counted. */
  queue(trx: Queryable, requested: Requested): Promise<void>;
  /** Reads a link without using it; null if it is unknown or has expired. */
  open(db: Queryable, token: string): Promise<OpenedLink<Requested> | null>;
  /** Stores what was submitted on an unused link's page, until it is shown again. */
  keepForm(db: Queryable, token: string, sent: object): Promise<void>;
  /**
   * Uses up the link and does what it is for, in one transaction: once, however often it is pressed. `act` returns null if the
   * link has become pointless, which leaves everything unchanged. `used` means used before or a moment ago; `bad` unknown,
   * expired or pointless.
   */
  confirm<Result>(
    token: string,
    act: (trx: Queryable, link: OpenedLink<Requested>, now: Date) => Promise<Result | null>,
  ): Promise<LinkOutcome<Result>>;
  /** Voids the unused links of an address, once their purpose is fulfilled. */
  void(trx: Queryable, email: string): Promise<void>;
};
