import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { directionOf } from '../languages.ts';
import { type Html, html } from '../markup.ts';
import { LATIN_FONT, TYPEFACE_RULES } from './typeface.ts';

const rules = await readFile(path.join(import.meta.dirname, 'page-frame.css'), 'utf8');

/**
 * Begins the style sheet of server-rendered pages: the typeface, `--safe-top` and the others (the widths of notches and home
 * indicators), and a body as high as the window.
 */
export const PAGE_RULES = TYPEFACE_RULES + rules;

type Brand = { name: string; logoUrl: string; logoDarkUrl: string };

/** The device decides by `light dark`. */
type ColourScheme = 'light' | 'dark' | 'light dark';

type Page = {
  language: string;
  /** Title of the document. */
  title: string;
  faviconUrl: string;
  /** Address of the style sheet, which begins with `PAGE_RULES`; `mountTypeface` serves fonts beside it. */
  stylesheetUrl: string;
  colourScheme?: ColourScheme;
  /** Class of the root. */
  className?: string;
  /** Further elements of the head, each with a line feed. */
  head?: Html;
  body: Html;
};

/** A whole page for browsers that the server renders, outside the web app: nothing in it is inline except data. */
export function drawPage({ language, title, faviconUrl, stylesheetUrl, ...page }: Page): string {
  const { colourScheme = 'light dark', className, head, body } = page;
  const folder = stylesheetUrl.slice(0, stylesheetUrl.lastIndexOf('/'));
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${className && html` class="${className}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${colourScheme}">
<title>${title}</title>
<link rel="icon" href="${faviconUrl}">
<link rel="preload" href="${folder}/${LATIN_FONT}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${stylesheetUrl}">
${head}</head>
<body>
${body}</body>
</html>
`.markup;
}

/** A brand's logo for paper of the scheme. */
export function drawLogo(
  { name, logoUrl, logoDarkUrl }: Brand,
  height: number,
  colourScheme: ColourScheme = 'light dark',
): Html {
  const img = html`<img src="${colourScheme === 'dark' ? logoDarkUrl : logoUrl}" alt="${name}" height="${height}">`;
  if (colourScheme !== 'light dark') return img;
  return html`<picture><source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)">${img}</picture>`;
}
