import type { Locale, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { textColourOn } from '../../../platform/colours.ts';
import { directionOf } from '../../../platform/languages.ts';
import type { Mail } from '../../../platform/mail.ts';
import { type Html, html } from '../../../platform/markup.ts';
import { createTexts } from '../../../platform/texts.ts';
import { findChannel } from '../channels/index.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type Brand = Pick<PublicChannel, 'id' | 'name' | 'accent'>;

/** The content of a mail, all in plain text. */
export type MailContent = {
  /** `name` is null while the address is unconfirmed: otherwise strangers could have us mail their text to anybody. */
  to: { email: string; name: string | null; locale: Locale };
  brand: Brand;
  /** Without the brand's name, which is added. */
  subject: string;
  /** Paragraphs. */
  text: string | readonly string[];
  button: string;
  link: string;
  /** Shown below the button. */
  note?: string | null;
  /** A second, less prominent link at the very end. */
  aside?: { label: string; link: string };
  attachments?: Mail['attachments'];
};

/** Composes a mail in the recipient's language and the brand's colours, as HTML and as plain text. */
export function composeMail({ to, brand, attachments, ...content }: MailContent): Mail {
  const { locale, name } = to;
  const t = translatorFor(locale, brand.id);
  const parts: Parts = {
    ...content,
    locale,
    t,
    brand,
    subject: `${content.subject} · ${brand.name}`,
    greeting: name ? t('greetingName', { name }) : t('greeting'),
    paragraphs: [content.text].flat(),
    signature: t('signature', { brand: brand.name }),
  };
  return {
    to: to.email,
    from: findChannel(brand.id)?.sender,
    subject: parts.subject,
    text: plainText(parts),
    html: markup(parts).markup,
    attachments,
  };
}

type Parts = Pick<MailContent, 'brand' | 'subject' | 'button' | 'link' | 'note' | 'aside'> & {
  locale: Locale;
  t: ReturnType<typeof translatorFor>;
  greeting: string;
  paragraphs: readonly string[];
  signature: string;
};

function plainText({ t, greeting, paragraphs, button, link, note, aside, signature }: Parts): string {
  const action = `${t('beforeLink', { button })}\n${link}`;
  const last = aside && `${aside.label}:\n${aside.link}`;
  return [greeting, ...paragraphs, action, note, signature, last].filter(Boolean).join('\n\n');
}

/** Mail clients ignore style sheets: styles are inline, and the layout is one table. */
function markup({
  brand,
  locale,
  t,
  subject,
  greeting,
  paragraphs,
  button,
  link,
  note,
  aside,
  signature,
}: Parts): Html {
  const colour = brand.accent.light;
  const font = 'font-family:Inter,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f5f3;color:#1d1c1a;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d9d6d0;border-radius:8px">
<tr><td style="padding:28px 32px 0;font-size:18px;font-weight:600;color:${colour}">${brand.name}</td></tr>
<tr><td style="padding:16px 32px 32px;font-size:16px;line-height:1.5">
<p style="margin:0 0 16px">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 24px">${paragraph}</p>\n`)}
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:6px;background:${colour};color:${textColourOn(colour)};font-weight:600;text-decoration:none">${button}</a></p>
${note && html`<p style="margin:0 0 16px">${note}</p>`}
<p style="margin:0 0 24px">${signature}</p>
<p style="margin:0;padding-top:16px;border-top:1px solid #d9d6d0;font-size:13px;color:#5d5a55">${t('linkHint')}<br><a href="${link}" style="color:#5d5a55;word-break:break-all">${link}</a></p>
${aside && html`<p style="margin:16px 0 0;font-size:13px"><a href="${aside.link}" style="color:#5d5a55">${aside.label}</a></p>\n`}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Text by strangers, in which mail clients should detect no links: an invisible word joiner prevents that. */
export const withoutLinks = (text: string): string => text.replace(/([.:/@])(?=\S)/g, '$1\u2060');
