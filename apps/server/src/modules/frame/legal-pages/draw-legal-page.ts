import type { LegalPageKind } from '@keepsake/contracts/frame/configuration';
import { drawLogo, drawPage } from '../../../platform/http/page-frame.ts';
import { type Html, html } from '../../../platform/markup.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { type Channel, companyLinesOf, legalLinksOf, toPublicChannel } from '../channels/index.ts';
import { type LegalBlock, type LegalPage, type LegalSpan, legalTextsFor } from '../legal/index.ts';

type Drawn = {
  channel: Channel;
  kind: LegalPageKind;
  language: string;
  page: Extract<LegalPage, { text: unknown }>;
  stylesheetUrl: string;
};

/** A legal text of a brand as a page, with who approved it, the company and links to the other texts. */
export function drawLegalPage({ channel, kind, language, page, stylesheetUrl }: Drawn): string {
  const { title, blocks } = page.text;
  const t = legalTextsFor(language, channel.id);
  const brand = toPublicChannel(channel);
  const here = legalLinksOf(channel, language).map(({ label, url }) => {
    const isHere = label === t(kind);
    return html`<li><a href="${url}"${isHere && html` aria-current="page"`}>${label}</a></li>\n`;
  });
  return drawPage({
    language,
    title: `${title} · ${channel.name}`,
    faviconUrl: brand.faviconUrl,
    stylesheetUrl,
    body: html`<header><a class="logo" href="/?channel=${channel.id}">${drawLogo(brand, 32)}</a></header>
<main>
<h1>${title}</h1>
${approvalOf({ channel, language, page })}
${blocks.map((block) => drawBlock(block, channel))}
</main>
<footer>
<nav aria-label="${t('links')}"><ul class="pages">
${here}</ul></nav>
<address>${companyLinesOf(channel, language).map((line) => html`<span>${line}</span>\n`)}</address>
</footer>
`,
  });
}

function approvalOf({ channel, language, page }: Pick<Drawn, 'channel' | 'language' | 'page'>): Html {
  const t = legalTextsFor(language, channel.id);
  if (!page.approved)
    return html`<p class="draft" role="note">${t('page.notApproved', { seller: channel.legal.seller })}</p>`;
  const { by, on } = page.approved;
  const date = dateInSentence(new Date(`${on}T12:00:00Z`), language);
  return html`<p class="approved">${t('page.approved', { name: by, date })}</p>`;
}

function drawBlock(block: LegalBlock, channel: Channel): Html {
  if (block.kind === 'list')
    return html`<ul>\n${block.items.map((item) => html`<li>${drawSpans(item, channel)}</li>\n`)}</ul>\n`;
  const spans = drawSpans(block.spans, channel);
  if (block.kind === 'heading') return html`<h2>${spans}</h2>\n`;
  if (block.kind === 'subheading') return html`<h3>${spans}</h3>\n`;
  return html`<p>${spans}</p>\n`;
}

/** A path is a page of this site, which has the brand only if its address says so. */
const drawSpans = (spans: readonly LegalSpan[], { id }: Channel): Html[] =>
  spans.map((span) => {
    if (typeof span === 'string') return html`${span}`;
    const isPage = span.url.startsWith('/') && !span.url.includes('?');
    return html`<a href="${isPage ? `${span.url}?channel=${id}` : span.url}">${span.label}</a>`;
  });
