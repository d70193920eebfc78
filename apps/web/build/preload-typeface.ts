import type { Plugin } from 'vite';

/** The file with the letters of our languages. */
const TYPEFACE = /inter-latin-wght-normal-[^/]+\.woff2$/;
const PAGES_WITH_TEXT = ['/index.html', '/phone.html'];

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
