import { type PictureSize, pictureAt } from '@keepsake/contracts/platform/limits';
import { drawLogo, drawPage } from '../../../../platform/http/page-frame.ts';
import { dataBlock, type Html, html } from '../../../../platform/markup.ts';
import { type Channel, legalLinksOf, toPublicChannel } from '../../../frame/channels/index.ts';
import { legalTextsFor } from '../../../frame/legal/index.ts';
import { SCRIPT_PATH, stylesheetUrl } from './assets.ts';

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

/** A page about a product or of the gallery. */
export function layout(page: Page): string {
  const { channel, title, content, preview, canonicalUrl, data } = page;
  const { colours = 'auto', isEmbedded = false, isPublic = false, hasScript = false } = page;
  const brand = toPublicChannel(channel);
  const colourScheme = colours === 'auto' ? 'light dark' : colours === 'light' ? 'light' : 'dark';
  return drawPage({
    language: channel.locale,
    title,
    faviconUrl: brand.faviconUrl,
    stylesheetUrl: stylesheetUrl(channel),
    colourScheme,
    className: isEmbedded ? `${colours} embedded` : colours,
    head: html`${!isPublic && html`<meta name="robots" content="noindex, nofollow">\n`}${
      preview && metaOf(preview, channel)
    }${canonicalUrl && html`<link rel="canonical" href="${canonicalUrl}">\n`}${
      hasScript && html`<script src="${SCRIPT_PATH}" defer></script>\n`
    }${data && html`${dataBlock('application/ld+json', data)}\n`}`,
    body: html`<header>${drawLogo(brand, 28, colourScheme)}</header>
${content}
${!isEmbedded && drawFooter(channel)}`,
  });
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
