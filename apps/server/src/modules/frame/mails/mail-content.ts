import type { Locale, PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { Mail } from '../../../platform/mail.ts';
import type { Html } from '../../../platform/markup.ts';
import { createTexts, type TextKey } from '../../../platform/texts.ts';
import type enGB from './texts/en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type Why = TextKey<typeof enGB> extends infer Key ? (Key extends `why.${infer Name}` ? Name : never) : never;

/** A label before what stands beside or below it in plain text, as the language writes its colon. */
export const labelled = (label: string, { locale, brandId }: { locale: Locale; brandId: string }): string =>
  translatorFor(locale, brandId)('beforeLink', { button: label });

/** The company and its legal pages. */
export type LegalLines = { text: string; markup: Html };

/** The content of a mail, all in plain text. */
export type MailContent = {
  /** What it is about: mailbox providers group complaints by it. */
  kind: string;
  /** `name` is null while the address is unconfirmed: otherwise strangers could have us mail their text to anybody. */
  to: { email: string; name: string | null; locale: Locale };
  brand: Pick<PublicChannel, 'id' | 'name' | 'accent'>;
  /** At most `SUBJECT_LENGTH` characters, without the brand's name: that is the sender's. */
  subject: string;
  /** What lists of mails show beside the subject; the first paragraph, unless another text says more. */
  preview?: string;
  /** Paragraphs, of lines. */
  text: string | readonly string[];
  button: string;
  link: string;
  /** Shown below the button. */
  note?: string | null;
  /** Why it goes to this address; null if the mail says so itself. */
  why: Why | null;
  /** A second, less prominent link at the very end. */
  aside?: { label: string; link: string };
  attachments?: Mail['attachments'];
};

/** All that a mail shows, in its language. */
export type MailParts = Pick<MailContent, 'brand' | 'subject' | 'button' | 'link' | 'note' | 'aside'> & {
  locale: Locale;
  preview: string;
  greeting: string;
  paragraphs: readonly string[];
  signature: string;
  why: string | null;
  /** Above the link's address; null for a link that is not copied into a browser. */
  linkHint: string | null;
  /** At the very end. */
  legal: LegalLines;
};
