import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The file with the letters of our languages. */
const TYPEFACE = /inter-latin-wght-normal-[^/]+\.woff2$/;
const PAGES_WITH_TEXT = ['/index.html', '/phone.html'];

/** Weights used in our style sheets; others are drawn as the nearest of these. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * Reduces the typeface to the weights we use: 31 kB instead of 48, before the first text is drawn. The file keeps the name with
 * the hash of the original, which is harmless: a cached original looks the same.
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

/** Every letter that the typeface's style sheet lists for this file: `U+0000-00FF,U+0131,…`. */
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

/** Loads the typeface along with the scripts: text drawn without it would shift when it arrives. */
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
