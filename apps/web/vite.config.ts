import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './build/precompress.ts';
import { cutTypeface, preloadTypeface } from './build/typeface.ts';

const SERVER = process.env.SERVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
/** What the server answers itself in development; everything else is the web app. */
const SERVER_PATHS = [
  '/api',
  '/oidc',
  '/config.json',
  '/locales',
  '/channels',
  '/media',
  '/identity',
  '/outbox',
  '/docs',
  '/health',
  '/metrics',
];

/** What looks for the session before the rest of the app has arrived. */
const START = /src\/start\.ts/;

/** What both the start and the phone's page need: in a chunk of its own, or one would load all of the other. */
const SHARED_WITH_START =
  /src\/(shared\/(api\/(send-request|api-problem|retry|build-url|early-answers)|error-reports)|app\/(ask-for-texts|fetch-checked|given-settings)|start-of-page|endpoint|limits)\.ts|\/zustand\/esm\/vanilla/;

/** The routes of the timeline; whatever they import statically comes with them. */
const FIRST_LOAD = /src\/(main\.tsx|routes\/(__root|_shell|_shell\/my-photos\/photos)\.tsx)/;

/** Whoever is signed in loads these beside any page: together, or a browser's few connections would be busy with two dozen files. */
const WITH_EVERY_PAGE =
  /src\/(routes\/-notifications|features\/library\/(retention\/storage-banner|uploads\/unfinished-uploads))\.tsx?/;

/** Files that wait to be sent, beside any page and on a phone: in a chunk of pages they would bring the phone the whole app. */
const WAITING_FILES = /src\/shared\/uploads\/(file-store|import-item)\.ts/;

/**
 * What the phone's page needs at once, and what it shares with the timeline: one chunk that both load. If the phone's
 * page imported anything else of the timeline, it would load all of it; a journey watches over that. The entries stay
 * out of the chunk, because loading one runs it.
 */
const SHARED_WITH_PHONE =
  /src\/(app\/phone-app\.tsx|phone-transfers\.ts|shared\/(api\/|(error-reports|format|ui\/(icons|progress-bar))\.))|\/zustand\//;

/**
 * What i18next would log, had we asked it to, is a tenth of its size. A call that is marked as pure, and whose result nobody
 * uses, is left out.
 */
const withoutLogs: Plugin = {
  name: 'without-logs',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/i18next\/dist\/esm\// },
    handler: (code) => code.replaceAll(/this\.logger\.(?:log|warn|deprecate)\(/g, '/* @__PURE__ */ $&'),
  },
};

/** Of Mantine's provider, what its settings in `app.tsx` switch off: it is known when the app is built. */
const withoutRunTimeStyles: Plugin = {
  name: 'without-run-time-styles',
  apply: 'build',
  transform: {
    filter: { id: /MantineProvider\/MantineProvider\.mjs$/ },
    handler: (code) => code.replaceAll(/with(?:CssVariables|GlobalClasses) && /g, 'false && '),
  },
};

/** In development the pages beside the app are at the addresses that the production server serves them at. */
const ownPages = {
  name: 'own-pages',
  configureServer(server: { middlewares: { use: (handle: DevHandler) => void } }) {
    server.middlewares.use((request, _response, next) => {
      const [path = '', query] = request.url?.split('?') ?? [];
      if (['/silent-renew', '/phone'].includes(path)) {
        request.url = `${path}.html${query === undefined ? '' : `?${query}`}`;
      }
      next();
    });
  },
};
/** The start comes first, and what can be painted before the rest has arrived: style sheets and the logo. */
const startFirst: Plugin = {
  name: 'start-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) =>
      path === '/index.html'
        ? html.replaceAll(
            /<script (?=[^>]*\/assets\/(?:rolldown-runtime|shared-with-phone|timeline)-)/g,
            '$&fetchpriority="low" ',
          )
        : html,
  },
};
type DevHandler = (request: { url?: string }, response: unknown, next: () => void) => void;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.test\\.tsx?$' }),
    react(),
    ownPages,
    withoutLogs,
    withoutRunTimeStyles,
    cutTypeface,
    preloadTypeface,
    startFirst,
    precompress(),
  ],
  server: {
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [path, { target: SERVER, ws: path === '/api', xfwd: true }]),
    ),
  },
  resolve: {
    // React has had what this shim adds since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // Nothing may be inlined as data: or script, the content security policy refuses it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size that counts is compressed, and measured: `npm run bench -- web`.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        'silent-renew': resolve(import.meta.dirname, 'silent-renew.html'),
        phone: resolve(import.meta.dirname, 'phone.html'),
      },
      // What the timeline needs is loaded together: sixty small files compress a tenth worse than one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'calls', test: SHARED_WITH_START, priority: 5 },
            { name: 'start', test: START, priority: 4 },
            { name: 'shared-with-phone', test: SHARED_WITH_PHONE, priority: 3 },
            { name: 'timeline', test: FIRST_LOAD, priority: 2 },
            { name: 'waiting-files', test: WAITING_FILES, priority: 1 },
            { name: 'frame', test: WITH_EVERY_PAGE },
          ],
        },
      },
    },
  },
});
