import type { Locale, PublicChannel } from '@keepsake/contracts';
import type { Mail } from '../../../platform/mail.ts';
import { type Html, html, inkOn } from '../../../platform/markup.ts';
import { translate } from './texts/texts.ts';

/** What a mail says. All of it is plain text. */
type MailContent = {
  look: Pick<PublicChannel, 'name' | 'accent'>;
  locale: Locale;
  to: string;
  /** Null where nobody has confirmed the address: else anybody could have us mail a text of theirs to anybody. */
  name: string | null;
  /** Without the brand, which is added. */
  subject: string;
  /** Paragraphs. */
  text: string | readonly string[];
  button: string;
  link: string;
  /** A word below the button. */
  note?: string | null;
  attachments?: Mail['attachments'];
};

/** A mail in the customer's language and the channel's colours, with a text twin. */
export function composeMail({ attachments, ...content }: MailContent): Mail {
  const { look, locale, to, name } = content;
  const brand = look.name;
  const parts: Parts = {
    ...content,
    note: content.note ?? null,
    subject: `${content.subject} · ${brand}`,
    greeting: name ? translate(locale, 'greetingName', { name }) : translate(locale, 'greeting'),
    paragraphs: [content.text].flat(),
    signature: translate(locale, 'signature', { brand }),
    linkHint: translate(locale, 'linkHint'),
  };
  return { to, subject: parts.subject, text: textTwin(parts), html: markup(parts).markup, attachments };
}

type Parts = Pick<MailContent, 'look' | 'locale' | 'subject' | 'button' | 'link'> & {
  note: string | null;
  greeting: string;
  paragraphs: readonly string[];
  signature: string;
  linkHint: string;
};

function textTwin({ locale, greeting, paragraphs, button, link, note, signature }: Parts): string {
  const way = `${translate(locale, 'beforeLink', { button })}\n${link}`;
  return [greeting, ...paragraphs, way, note, signature].filter(Boolean).join('\n\n');
}

/** Mail programs know no stylesheets of ours: styles stand inline, layout is one table. */
function markup(parts: Parts): Html {
  const { look, locale, subject, greeting, paragraphs, button, link, note, signature, linkHint } = parts;
  const colour = look.accent.light;
  const font = 'font-family:Inter,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f5f3;color:#1d1c1a;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d9d6d0;border-radius:8px">
<tr><td style="padding:28px 32px 0;font-size:18px;font-weight:600;color:${colour}">${look.name}</td></tr>
<tr><td style="padding:16px 32px 32px;font-size:16px;line-height:1.5">
<p style="margin:0 0 16px">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 24px">${paragraph}</p>\n`)}
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:6px;background:${colour};color:${inkOn(colour)};font-weight:600;text-decoration:none">${button}</a></p>
${note && html`<p style="margin:0 0 16px">${note}</p>`}
<p style="margin:0 0 24px">${signature}</p>
<p style="margin:0;padding-top:16px;border-top:1px solid #d9d6d0;font-size:13px;color:#5d5a55">${linkHint}<br><a href="${link}" style="color:#5d5a55;word-break:break-all">${link}</a></p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
