import { type Mail, unsubscribeHeaders } from '../../../platform/mail.ts';
import { type Html, html } from '../../../platform/markup.ts';
import { addressOfOwnPage } from '../../frame/channels/index.ts';
import { inLines, labelled, legalLinesOf, mailHead, sentBy } from '../../frame/mails/index.ts';
import type { Recipient } from '../customers/index.ts';
import type { IssueContent } from './issue-file.ts';
import { addressToUnsubscribe } from './one-click.ts';
import { translatorFor } from './texts.ts';

type Issue = { content: IssueContent; recipient: Recipient; token: string; publicUrl: string };

/** An issue for one subscriber, ending with why they get it, how to unsubscribe and who sends it. */
export function composeIssue({ content, recipient, token, publicUrl }: Issue): Mail {
  const { customerId, email, locale, channel } = recipient;
  const t = translatorFor(locale, channel.id);
  const unsubscribe = addressToUnsubscribe(publicUrl, token);
  const page = '/settings/newsletter';
  const settings = addressOfOwnPage({ publicUrl, page, channel: channel.id, customerId });
  const why = t('footer.why', { brand: channel.name });
  const [leave, change] = [t('footer.unsubscribe'), t('footer.settings')];
  const legal = legalLinesOf(channel, locale);
  const footer = html`
<div class="small" style="max-width:600px;margin:32px auto 0;padding:16px;border-top:1px solid #d9d6d0;font:13px/1.5 Arial,sans-serif;color:#5d5a55">
<p style="margin:0 0 8px">${why}</p>
<p style="margin:0 0 8px;line-height:26px"><a href="${unsubscribe}" style="color:#5d5a55">${leave}</a> · <a href="${settings}" style="color:#5d5a55">${change}</a></p>
${legal.markup}
</div>`;
  const links = [
    [leave, unsubscribe],
    [change, settings],
  ].map(([label = '', url]) => `${labelled(label, { locale, brandId: channel.id })} ${url}`);
  const parts = [content.text, [why, ...links].join('\n'), legal.text];
  const { headers, ...sending } = sentBy(channel, { kind: 'newsletter', stream: 'newsletter' });
  return {
    ...sending,
    to: email,
    subject: content.subject,
    text: parts.join('\n\n'),
    html: withFooter(content.html ?? fromText(content, recipient).markup, footer.markup),
    headers: { ...headers, ...unsubscribeHeaders(unsubscribe) },
  };
}

/** Inserts before the end of the body, or at the very end if there is none. */
function withFooter(document: string, footer: string): string {
  const end = document.search(/<\/body\s*>(?![\s\S]*<\/body\s*>)/i);
  return end < 0 ? document + footer : document.slice(0, end) + footer + document.slice(end);
}

function fromText({ subject, text }: IssueContent, { locale, channel }: Recipient): Html {
  const paragraphs = text.split(/\n\s*\n/);
  return html`<!doctype html>
<html lang="${locale}">
${mailHead(subject, channel.accent.dark)}
<body class="page" style="margin:0;padding:24px 12px;color:#1d1c1a;font:16px/1.5 Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:0 16px">
<p class="brand" style="margin:0 0 16px;font-size:18px;font-weight:600;color:${channel.accent.light}">${channel.name}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${inLines(paragraph)}</p>\n`)}</div>
</body>
</html>`;
}
