import { type PictureSize, pictureAt } from '@keepsake/contracts/platform/limits';
import { dataBlock, type Html, html } from '../../../../platform/markup.ts';
import { type Channel, legalLinksOf, toPublicChannel } from '../../../frame/channels/index.ts';
import { legalTextsFor } from '../../../frame/legal/index.ts';
import { FONT_PATH, SCRIPT_PATH, stylesheetUrl } from './assets.ts';

/** What previews in messengers and social networks show (Open Graph). Addresses are absolute. */
export type Preview = {
  title: string;
  description: string;
  url: string;
  image?: { url: string; width: number; height: number } | null;
};

type Picture = { url: string; width: number | null; height: number | null };

/** A picture at one of its sizes, as a preview shows it; null while its own size is not known. */
export function previewImageOf({ url, width, height }: Picture, size: PictureSize): Preview['image'] {
  if (!width || !height) return null;
  const scale = size / Math.max(width, height);
  return { url: pictureAt(url, size), width: Math.round(width * scale), height: Math.round(height * scale) };
}

type Page = {
  channel: Channel;
  /** Title of the document. */
  title: string;
  content: Html;
  /** Light or dark; follows the visitor's device by default. */
  colours?: string;
  isEmbedded?: boolean;
  /** Whether search engines may list it. */
  isPublic?: boolean;
  canonicalUrl?: string;
  preview?: Preview;
  hasScript?: boolean;
  /** Structured data for search engines, as JSON-LD. */
  data?: object;
};

/** A page rendered on the server, outside the web app: nothing in it is inline except data. */
export function layout(page: Page): string {
  const { channel, title, content, preview, canonicalUrl, data } = page;
  const { colours = 'auto', isEmbedded = false, isPublic = false, hasScript = false } = page;
  const { logoUrl, logoDarkUrl, faviconUrl } = toPublicChannel(channel);
  const logo =
    colours === 'auto'
      ? html`<picture><source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)"><img src="${logoUrl}" alt="${channel.name}" height="28"></picture>`
      : html`<img src="${colours === 'light' ? logoUrl : logoDarkUrl}" alt="${channel.name}" height="28">`;
  return html`<!doctype html>
<html lang="${channel.locale}" dir="${channel.direction}" class="${colours}${isEmbedded && ' embedded'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${colours === 'light' ? 'light' : colours === 'auto' ? 'light dark' : 'dark'}">
${!isPublic && html`<meta name="robots" content="noindex, nofollow">\n`}<title>${title}</title>
${preview && metaOf(preview, channel)}${canonicalUrl && html`<link rel="canonical" href="${canonicalUrl}">\n`}<link rel="icon" type="image/svg+xml" href="${faviconUrl}">
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${stylesheetUrl(channel)}">
${hasScript && html`<script src="${SCRIPT_PATH}" defer></script>\n`}${data && html`${dataBlock('application/ld+json', data)}\n`}</head>
<body>
<header>${logo}</header>
${content}
${!isEmbedded && drawFooter(channel)}</body>
</html>
`.markup;
}

/** Links to the brand's legal pages. */
function drawFooter({ id, locale, legalPages }: Channel): Html {
  const links = legalLinksOf({ id, locale, legalPages }, locale).map(
    ({ label, url }) => html`<a href="${url}">${label}</a>\n`,
  );
  return html`<footer><nav class="legal" aria-label="${legalTextsFor(locale, id)('links')}">
${links}</nav></footer>
`;
}

function metaOf({ title, description, url, image }: Preview, { name, locale }: Channel): Html {
  const property = (key: string, value: string | number) =>
    html`<meta property="og:${key}" content="${value}">\n`;
  return html`<meta name="description" content="${description}">
${property('type', 'website')}${property('site_name', name)}${property('locale', locale.replace('-', '_'))}${property('title', title)}${property('description', description)}${property('url', url)}${
  image &&
  html`${property('image', image.url)}${property('image:width', image.width)}${property('image:height', image.height)}<meta name="twitter:card" content="summary_large_image">\n`
}`;
}
