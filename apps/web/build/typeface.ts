import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The file with the letters of our languages. */
const TYPEFACE = /inter-latin-wght-normal-[^/]+\.woff2$/;
const PAGES_WITH_TEXT = ['/index.html', '/phone.html'];

/** The weights of our style sheets; a lighter or a bolder one is drawn as the nearest of these. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * The file holds the weights that we use and no others: 31 kB instead of 48, before the first text is drawn.
 * Its name, with the hash of the whole file, stays: whoever has that one cached sees no difference.
 */
export const cutTypeface: Plugin = {
  name: 'cut-typeface',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !TYPEFACE.test(file.fileName)) continue;
      file.source = await subsetFont(Buffer.from(file.source), await latinLetters(), {
        targetFormat: 'woff2',
        variationAxes: { wght: WEIGHTS },
      });
    }
  },
};

/** Every letter that the style sheet of the typeface names for this file: `U+0000-00FF,U+0131,…`. */
async function latinLetters(): Promise<string> {
  const ranges = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/unicode.json'));
  const { latin } = JSON.parse(await readFile(ranges, 'utf8')) as { latin: string };
  return latin.split(',').map(lettersOf).join('');
}

function lettersOf(range: string): string {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((each) => Number.parseInt(each, 16));
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** The typeface comes with the scripts: text that is drawn without it moves when it comes. */
export const preloadTypeface: Plugin = {
  name: 'preload-typeface',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { path, bundle }) => {
      const file = Object.keys(bundle ?? {}).find((name) => TYPEFACE.test(name));
      if (!file || !PAGES_WITH_TEXT.includes(path)) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};
