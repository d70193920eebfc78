import type * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { MailContent } from '../../frame/mails/index.ts';

/** The mail of a request, complete but for its link. */
export type LinkMail = Omit<MailContent, 'link'> & {
  /** What the mail is; a recipient gets only so many of one kind. */
  kind: string;
  /** The page that the button leads to, as an absolute address. */
  page: string;
  /** False for a mail that leads to a page without a token, such as 'you already have an account'. */
  hasToken: boolean;
  /** The account of ours that the link is about: where it goes, its links go too. Null for all else. */
  accountId?: string | null;
};

/**
 * What a mailed link is for. A request queues a job, which mails a link with 256 random bits, stored hashed; the link opens
 * a page that changes nothing, because mail scanners open links too; the page's button uses the link up.
 */
export type LinkPurpose<Asked extends object> = {
  /** Stored with jobs and tokens: never change it. */
  name: string;
  lifetimeSeconds: number;
  /** What is asked for, stored with the job and the token. */
  asked: z.ZodType<Asked>;
  /** Decides in the job who gets which mail, null for nobody: requests take as long for unknown addresses. */
  writeMail(trx: Queryable, asked: Asked): Promise<LinkMail | null>;
};

/** A link that was opened: what was asked for, whom it was mailed to, and whether it has been used. */
export type OpenedLink<Asked> = {
  email: string;
  accountId: string | null;
  isUsed: boolean;
  asked: Asked;
  /** What its page was sent with last, as it was kept; null for nothing. */
  sentForm: unknown;
};

/** What came of using a link up: a result, or why there is none. */
export type LinkOutcome<Result> = { state: 'done'; result: Result } | { state: 'used' } | { state: 'bad' };

export type MailedLink<Asked extends object> = {
  /**
   * Requests the mail, by a job. It does the same work whether or not the address is known, so that its duration tells
   * nothing: only the job looks. Throws the problem `too-many-requests` when the network of `ip` has requested too many;
   * what costs time to make, such as a hash, is given as a function and made only if not.
   */
  request(trx: Queryable, asked: Asked | (() => Promise<Asked>), ip: string): Promise<void>;
  /** The same for a known customer's request, or where nobody requested it: no network is counted. */
  queue(trx: Queryable, asked: Asked): Promise<void>;
  /** Reads a link without using it; null when it is unknown or has expired. */
  open(db: Queryable, token: string): Promise<OpenedLink<Asked> | null>;
  /** Keeps what an unused link's page was sent with, until it is shown again. */
  keepForm(db: Queryable, token: string, sent: object): Promise<void>;
  /**
   * Uses the link up and does what it is for, in one transaction: once, however often it is pressed. `act` returns null
   * when the link has become pointless, which leaves everything as it is. `used`: it was, before or a moment ago; `bad`:
   * it is unknown, has expired or is pointless.
   */
  confirm<Result>(
    token: string,
    act: (trx: Queryable, link: OpenedLink<Asked>, now: Date) => Promise<Result | null>,
  ): Promise<LinkOutcome<Result>>;
  /** Voids the unused links of an address, once their purpose is fulfilled. */
  void(trx: Queryable, email: string): Promise<void>;
};
