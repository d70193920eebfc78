import type { Mail } from '../../../platform/mail/mail.ts';
import type { Appearance } from '../pages/appearance.ts';
import { type Html, html } from '../pages/html.ts';
import { inkOn } from '../pages/ink.ts';

type MailKind = 'confirm' | 'known' | 'reset' | 'changed';
type Content = { kind: MailKind; to: string; link: string; name: string | null };

/**
 * A mail in the customer's language and the channel's colours, with a text twin. `name` is left out where the address
 * is not confirmed yet: else anybody could have us mail a text of theirs to anybody.
 */
export function composeMail(appearance: Appearance, { kind, to, link, name }: Content): Mail {
  const { t, look } = appearance;
  const brand = look.name;
  const parts = {
    subject: `${t(`mail.${kind}.subject`)} · ${brand}`,
    greeting: name ? t('mail.greetingName', { name }) : t('mail.greeting'),
    text: t(`mail.${kind}.text`, { brand }),
    button: t(`mail.${kind}.button`, { brand }),
    ignore: kind === 'changed' ? null : t('mail.ignore'),
    signature: t('mail.signature', { brand }),
    linkHint: t('mail.linkHint'),
    link,
  };
  return { to, subject: parts.subject, text: textTwin(parts), html: markup(appearance, parts).markup };
}

type Parts = Record<
  'subject' | 'greeting' | 'text' | 'button' | 'signature' | 'linkHint' | 'link',
  string
> & {
  ignore: string | null;
};

function textTwin({ greeting, text, button, link, ignore, signature }: Parts): string {
  return [greeting, text, `${button}:\n${link}`, ignore, signature].filter(Boolean).join('\n\n');
}

/** Mail programs know no stylesheets of ours: styles stand inline, layout is one table. */
function markup({ look, locale }: Appearance, parts: Parts): Html {
  const { subject, greeting, text, button, link, ignore, signature, linkHint } = parts;
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
<p style="margin:0 0 24px">${text}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:6px;background:${colour};color:${inkOn(colour)};font-weight:600;text-decoration:none">${button}</a></p>
${ignore && html`<p style="margin:0 0 16px">${ignore}</p>`}
<p style="margin:0 0 24px">${signature}</p>
<p style="margin:0;padding-top:16px;border-top:1px solid #d9d6d0;font-size:13px;color:#5d5a55">${linkHint}<br><a href="${link}" style="color:#5d5a55;word-break:break-all">${link}</a></p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
