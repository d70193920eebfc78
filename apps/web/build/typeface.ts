import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { normalizePath, type Plugin } from 'vite';
import * as z from 'zod';

/** Names its files, one for each script. */
const STYLE_SHEET = /@fontsource-variable\/inter\/wght\.css$/;
/** The file with the letters of our languages. */
const LATIN = 'inter-latin-wght-normal.woff2';
/** Its name in the build. */
const TYPEFACE = /inter-latin-wght-normal-[^/]+\.woff2$/;
const PAGES_WITH_TEXT = ['/index.html', '/phone.html'];

/** Weights used in our style sheets; others are drawn as the nearest of these. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * Reduces the typeface to the weights we use: 31 kB instead of 48, before the first text is drawn. That happens before files are
 * named by their contents, so a browser that has cached an older cut asks for the new one.
 */
export function cutTypeface(): Plugin {
  let folder = '';
  return {
    name: 'cut-typeface',
    apply: 'build',
    enforce: 'pre',
    configResolved: ({ cacheDir }) => {
      folder = join(cacheDir, 'typeface');
    },
    transform: {
      filter: { id: STYLE_SHEET },
      async handler(css, id) {
        const whole = join(dirname(id), 'files', LATIN);
        const file = await writeCut(await readFile(whole), folder);
        const cut = css.replace(`url(./files/${LATIN})`, `url(${file})`);
        if (cut === css) throw new Error(`${id} does not name ${LATIN}`);
        return { code: cut, map: null };
      },
    },
  };
}

/** Answers the address of the file. */
async function writeCut(whole: Buffer, folder: string): Promise<string> {
  const cut = await subsetFont(whole, await latinLetters(), {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
  const file = join(folder, LATIN);
  await mkdir(folder, { recursive: true });
  await writeFile(file, cut);
  return normalizePath(file);
}

const rangesSchema = z.object({ latin: z.string() });

/** Every letter that the typeface's style sheet lists for this file: `U+0000-00FF,U+0131,…`. */
async function latinLetters(): Promise<string> {
  const ranges = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/unicode.json'));
  const { latin } = rangesSchema.parse(JSON.parse(await readFile(ranges, 'utf8')));
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
