import { drawLogo, drawPage } from '../../../platform/http/page-frame.ts';
import { type Html, html } from '../../../platform/markup.ts';
import { channelOrDefault, legalLinksOf } from '../../frame/channels/index.ts';
import type { Appearance } from './appearance.ts';
import { SCRIPT_PATH, stylesheetUrl } from './assets.ts';

/** A whole page: brand, one heading, its content, and the link to customer care, which is omitted for operators. */
export function layout(
  appearance: Appearance,
  title: string,
  content: Html,
  { isForOperators = false } = {},
): string {
  const { brand, locale, home } = appearance;
  return drawPage({
    language: locale,
    title: `${title} · ${brand.name}`,
    faviconUrl: brand.faviconUrl,
    stylesheetUrl: stylesheetUrl(brand.id),
    head: html`<meta name="robots" content="noindex">
<script src="${SCRIPT_PATH}" defer></script>
`,
    body: html`<header class="brand">
<a href="${home}">${drawLogo(brand, 32)}</a>
</header>
<main class="card${isForOperators && ' operators'}">
<h1>${unbroken(title)}</h1>
${content}
</main>
${!isForOperators && footer(appearance)}
`,
  });
}

/** Legal pages open beside a form, which may be half filled. */
function footer({ brand, locale, t, appOrigin }: Appearance): Html {
  const legal = legalLinksOf(channelOrDefault(brand.id), locale);
  return html`<footer>
<a href="${new URL(brand.customerCareUrl, appOrigin).href}">${t('footer.help')}</a>
<a href="${new URL('/cookies', appOrigin).href}">${t('footer.cookies')}</a>
${legal.map(({ label, url }) => html`<a href="${new URL(url, appOrigin).href}" target="_blank" rel="noopener">${label}</a>\n`)}</footer>`;
}

/** Keeps 'e-mail' on one line in wrapped headings: U+2011 is a non-breaking hyphen. */
function unbroken(title: string): string {
  return title.replace(/\b(e)-(?=\p{L})/giu, '$1\u2011');
}
