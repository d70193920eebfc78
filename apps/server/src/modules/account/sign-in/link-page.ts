import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Device } from '../../../platform/http/device.ts';
import type { SecurityEvent } from '../../../platform/security-log.ts';
import type { MailedLink, OpenedLink } from '../mailed-links/index.ts';
import type { PageKey, Question, TextKey } from '../pages/index.ts';
import { visit } from '../pages/index.ts';

/** A request for a mail with a link to one of the provider's own pages. */
export const linkRequest = z.object({
  email: z.string(),
  visit,
  /** The sign-in that the link continues, in the same browser. */
  interaction: z.string().nullable().default(null),
});
export type LinkRequest = z.infer<typeof linkRequest>;

/** The request of a registration's link: everything the account needs except the confirmation. */
export const registration = linkRequest.extend({ name: z.string(), passwordHash: z.string() });
export type Registration = z.infer<typeof registration>;

export type LinkPageContent = {
  /** Texts of the page, unless the two below override them. */
  page: PageKey;
  intro?: TextKey;
  submit?: TextKey;
  /** Fields to fill in before the button; none by default. */
  asks?: readonly Question[];
  /** The name already known: prefilled, and worth nothing within a new password. */
  name?: string;
};

/** The answers to the form's questions, and the device they came from. */
export type LinkAnswers = { name: string; passwordHash: string | null; device: Device; deviceToken: string };

/** A mailed link whose page is one of the provider's own. */
export type LinkPage<Requested extends LinkRequest> = {
  /** The security event that confirming means. */
  event: SecurityEvent;
  /** The last part of the page's address. */
  name: string;
  link: MailedLink<Requested>;
  /** Whether opening a used link shows `done` again or that the link no longer works. */
  whenUsed: 'done' | 'bad-link';
  /** The page after success; its introduction may name the brand. */
  done: PageKey;
  /** The page of an unused link; null if the link has become pointless. */
  readPage(
    db: Queryable,
    opened: OpenedLink<Requested>,
    isSameBrowser: boolean,
  ): Promise<LinkPageContent | null>;
  /**
   * Does what the link is for, in the transaction that uses it up. Returns null if that has become pointless. With an account id,
   * the browser that requested the mail is signed in.
   */
  confirm(
    trx: Queryable,
    opened: OpenedLink<Requested>,
    answers: LinkAnswers,
    now: Date,
  ): Promise<{ accountId?: CustomerId } | null>;
};
