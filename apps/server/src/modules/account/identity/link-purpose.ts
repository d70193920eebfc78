import type { Locale } from '@keepsake/contracts';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Visit, visit } from './pages/appearance.ts';
import type { Question } from './pages/form-pages.ts';
import type { MailKey, PageKey, TextKey } from './texts.ts';

/** A request for a mail with a link. Purposes may add fields, which are stored with the token. */
export const linkRequest = z.looseObject({
  email: z.string(),
  visit,
  /** The sign-in that the link continues, in the same browser; null for links from elsewhere. */
  interaction: z.string().nullable().default(null),
});
export type LinkRequest = z.infer<typeof linkRequest>;

/** A mail to write. Its texts are `mail.<mail>.subject`, `.text` and `.button`. */
export type LinkMail = {
  mail: MailKey;
  /** `name` is null while nobody has confirmed the address. */
  to: { email: string; name: string | null; locale: Locale };
  /** Null when the link is not about an existing account. */
  accountId: string | null;
  /** False for a mail that leads to the web app instead, such as 'you already have an account'. */
  hasLink: boolean;
};

/** A link that was opened: what was requested, and whether it has been used. */
export type MailedLink = {
  email: string;
  accountId: string | null;
  isUsed: boolean;
  visit: Visit;
  interaction: string | null;
  /** The whole request, with the fields that the purpose added. */
  request: unknown;
};

export type LinkPageContent = {
  /** Texts of the page, unless the two below name others. */
  page: PageKey;
  intro?: TextKey;
  submit?: TextKey;
  /** Fields to fill in before the button; none unless given. */
  asks?: readonly Question[];
  /** What the name field shows at first. */
  name?: string;
};

/** What the page's form was filled in with, as far as it asks. */
export type LinkAnswers = { name: string; passwordHash: string | null };

/**
 * What a mailed link is for. The mechanism is the same for all purposes: a request queues a job, which mails a link with
 * 256 random bits, stored hashed; opening the link shows a page and changes nothing; the page's button uses the link up.
 */
export type LinkPurpose = {
  /** Stored with tokens, and the last part of the link's address: never change it. */
  name: string;
  lifetimeSeconds: number;
  /** Opening a used link shows `done` again, or that the link no longer works. */
  whenUsed: 'done' | 'bad-link';
  /** The page after success; its introduction may name the brand. */
  done: PageKey;
  /** Decides in the job who gets which mail, null for nobody: requests take as long for unknown addresses. */
  writeMail(trx: Queryable, request: LinkRequest): Promise<LinkMail | null>;
  /** The page of an unused link; null when the link has become pointless. */
  readPage(db: Queryable, link: MailedLink, isSameBrowser: boolean): Promise<LinkPageContent | null>;
  /**
   * Does what the link is for, in the transaction that uses it up. Returns null when it has become pointless. With an
   * account id, the browser that requested the mail is signed in.
   */
  confirm(
    trx: Queryable,
    link: MailedLink,
    answers: LinkAnswers,
    now: Date,
  ): Promise<{ accountId?: string } | null>;
};
