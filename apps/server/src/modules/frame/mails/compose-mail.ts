import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { feedbackHeader, type Mail } from '../../../platform/mail.ts';
import { findChannel } from '../channels/index.ts';
import { legalLinesOf } from './legal-lines.ts';
import { labelled, type MailContent, type MailParts, translatorFor } from './mail-content.ts';
import { markup } from './markup.ts';

/** Composes a mail in the recipient's language and the brand's colours, as HTML and as plain text. */
export function composeMail({ kind, to, brand, attachments, ...content }: MailContent): Mail {
  const { locale, name } = to;
  const t = translatorFor(locale, brand.id);
  const paragraphs = [content.text].flat();
  const parts: MailParts = {
    ...content,
    locale,
    brand,
    paragraphs,
    preview: content.preview ?? paragraphs[0] ?? '',
    greeting: name ? t('greetingName', { name }) : t('greeting'),
    why: content.why && t(`why.${content.why}`, { brand: brand.name }),
    signature: t('signature', { brand: brand.name }),
    linkHint: addressIn(content.link) === null ? t('linkHint') : null,
    legal: legalLinesOf(brand, locale),
  };
  return {
    ...sentBy(brand, { kind, stream: 'service' }),
    to: to.email,
    subject: content.subject,
    text: plainText(parts),
    html: markup(parts).markup,
    attachments,
  };
}

/** The address that a `mailto:` link writes to; null for other links. */
function addressIn(link: string): string | null {
  const { protocol, pathname } = new URL(link);
  return protocol === 'mailto:' ? decodeURIComponent(pathname) : null;
}

/** Between what a mail says and the company's data. */
const RULE = '—';

function plainText(parts: MailParts): string {
  const { greeting, paragraphs, button, link, note, aside, signature, why, legal, locale, brand } = parts;
  const above = (label: string) => labelled(label, { locale, brandId: brand.id });
  const action = `${above(button)}\n${addressIn(link) ?? link}`;
  const last = aside && `${above(aside.label)}\n${aside.link}`;
  return [greeting, ...paragraphs, action, note, signature, why, last, RULE, legal.text]
    .filter(Boolean)
    .join('\n\n');
}

type Sending = { kind: string; stream: 'service' | 'newsletter' };

/** Who a brand's mail is from, where replies go, and what providers group it by. */
export function sentBy(
  { id, name }: Pick<PublicChannel, 'id' | 'name'>,
  { kind, stream }: Sending,
): Pick<Mail, 'from' | 'fromName' | 'replyTo' | 'headers'> {
  const channel = findChannel(id);
  return {
    from: channel?.sender,
    fromName: name,
    replyTo: channel?.replyTo ?? channel?.legal.contact.email,
    headers: feedbackHeader(kind, { brand: id, stream }),
  };
}

/** Text by strangers, in which mail clients should detect no links: an invisible word joiner prevents that. */
export const withoutLinks = (text: string): string => text.replace(/([.:/@])(?=\S)/g, '$1\u2060');
