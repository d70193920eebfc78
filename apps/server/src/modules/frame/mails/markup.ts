import { textColourOn } from '../../../platform/colours.ts';
import { directionOf } from '../../../platform/languages.ts';
import { type Html, html } from '../../../platform/markup.ts';
import type { MailParts } from './mail-content.ts';

const FONT = 'font-family:Inter,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** After the preview, so that lists of mails show nothing of what follows: characters without width, and spaces between them. */
const NOTHING_MORE = '\u034f\u200c\u00a0'.repeat(80);

/**
 * Most mail clients ignore style sheets: styles are inline, and the layout is tables. Those that have a dark scheme read the sheet
 * in the head.
 */
export function markup({ brand, locale, subject, preview, greeting, paragraphs, ...parts }: MailParts): Html {
  const { button, link, note, aside, signature, why, linkHint, legal } = parts;
  const colour = brand.accent.light;
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
${mailHead(subject, brand.accent.dark)}
<body class="page" style="margin:0;padding:24px 12px;background:#f6f5f3;color:#1d1c1a;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${preview}${NOTHING_MORE}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="520" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;background:#ffffff;border:1px solid #d9d6d0;border-radius:8px">
<tr><td class="brand cell" style="padding:28px 28px 0;font-size:18px;font-weight:600;color:${colour}">${brand.name}</td></tr>
<tr><td class="cell" style="padding:16px 28px 28px;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<p style="margin:0 0 16px">${inLines(greeting)}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${inLines(paragraph)}</p>\n`)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${colour}" style="border-radius:6px;background:${colour};mso-padding-alt:13px 24px"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:6px;color:${textColourOn(colour)};font-weight:600;text-decoration:none">${button}</a></td></tr></table>
${note && html`<p style="margin:0 0 16px">${inLines(note)}</p>`}
<p style="margin:0 0 24px">${inLines(signature)}</p>
<div class="small" style="padding-top:16px;border-top:1px solid #d9d6d0;font-size:13px;color:#5d5a55">
${linkHint && html`<p style="margin:0 0 12px">${linkHint}<br><a href="${link}" style="color:#5d5a55;word-break:break-all">${link}</a></p>\n`}${why && html`<p style="margin:0">${inLines(why)}</p>\n`}${aside && html`<p style="margin:8px 0 0;line-height:26px"><a href="${aside.link}" style="color:#5d5a55">${aside.label}</a></p>\n`}${legal.markup}</div>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Spaces at which no line ends: in '24. September', '30 days', 'kl. 12:00', 'no. 0999', and before a point between two. */
const UNBROKEN = /(?<=(?<![\d-])\d{1,2}\.?) (?=\p{L})|(?<=\p{L}\.) (?=\d)| (?=·)/gu;

const withHardSpaces = (text: string) => text.replace(UNBROKEN, '\u00a0');

/** Codes of orders, which end no line at a hyphen: 'PF-2026-1000123'. */
const CODE = /(?<![\p{L}\d-])((?:[A-Z\d]+-)+[A-Z\d]*\d[A-Z\d]*)(?![\p{L}\d-])/u;

/** Text whose lines stay lines in Outlook too, which knows no `white-space`. */
export function inLines(text: string): Html {
  const lines = withHardSpaces(text).split('\n');
  return html`${lines.map((line, at) => html`${at > 0 && html`<br>`}${withCodes(line)}`)}`;
}

/** A pattern with a group splits a line into what is between its matches and, at odd places, the matches. */
const withCodes = (line: string): Html =>
  html`${line.split(CODE).map((part, at) => (at % 2 === 1 ? unbroken(part) : html`${part}`))}`;

/** Characters that fit into a line on every phone: no line ends within 'UID-Nr. ATU73904153'. */
const MOST_UNBROKEN = 34;

/** Words in one line, unless they are too long for a phone's: then in lines that end at commas. */
export function unbroken(entry: string): Html {
  if (entry.length <= MOST_UNBROKEN) return html`<span style="white-space:nowrap">${entry}</span>`;
  const words = entry.split(', ');
  if (words.length === 1) return html`${withHardSpaces(entry)}`;
  return html`${words.map((word, at) => html`${at > 0 && ' '}${unbroken(at < words.length - 1 ? `${word},` : word)}`)}`;
}

/** The head of a mail whose elements have the classes below, with the accent of dark pages. */
export function mailHead(subject: string, accent: string): Html {
  return html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
.page { padding: 12px 8px !important; }
.cell { padding-left: 20px !important; padding-right: 20px !important; }
}
@media (prefers-color-scheme: dark) {
.page { background: #161513 !important; color: #efedea !important; }
.card { background: #211f1d !important; border-color: #3b3834 !important; }
.brand { color: ${accent} !important; }
.button { background: ${accent} !important; }
.button a { color: ${textColourOn(accent)} !important; }
.small { border-color: #3b3834 !important; color: #b5b0a9 !important; }
.small a { color: #b5b0a9 !important; }
}
</style>
</head>`;
}
