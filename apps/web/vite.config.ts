import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import {
  withoutColourValues,
  withoutConnector,
  withoutLogs,
  withoutRunTimeStyles,
} from './build/leave-out.ts';
import { precompress } from './build/precompress.ts';
import { cutTypeface, preloadTypeface } from './build/typeface.ts';

const SERVER = process.env.SERVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
/** Paths that the server handles in development; all others belong to the web app. */
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

/** Looks for the session before the rest of the app arrives. */
const START = /src\/start\.ts/;

/** Needed by both the start script and the phone's page: without a chunk of its own, one would load all of the other. */
const SHARED_WITH_START =
  /src\/(shared\/(api\/(send-request|api-problem|retry|build-url|early-answers)|error-reports)|app\/(ask-for-texts|fetch-checked|given-settings)|start-of-page|endpoint|limits)\.ts|\/zustand\/esm\/vanilla/;

/** The routes of the timeline, together with everything they import statically. */
const FIRST_LOAD = /src\/(main\.tsx|routes\/(__root|_shell|_shell\/my-photos\/photos)\.tsx)/;

/**
 * Loaded on every signed-in page. Bundled together, because two dozen small files would saturate the browser's few connections.
 */
const WITH_EVERY_PAGE =
  /src\/(routes\/-notifications|features\/library\/(retention\/storage-banner|uploads\/unfinished-uploads))\.tsx?/;

/**
 * Files waiting to be sent, on any page and on the phone's: in a chunk of the pages they would bring the whole app to the
 * phone.
 */
const WAITING_FILES = /src\/shared\/uploads\/(file-store|import-item)\.ts/;

/**
 * What the phone's page needs at once and shares with the timeline: one chunk that both load. Any other import from the
 * timeline would bring all of it to the phone, which a journey guards against. Entries stay out of the chunk, because loading
 * one runs it.
 */
const SHARED_WITH_PHONE =
  /src\/(app\/phone-app\.tsx|phone-transfers\.ts|shared\/(api\/|(error-reports|format|ui\/(icons|progress-bar))\.))|\/zustand\//;

/** In development, serves the pages beside the app at the same addresses as the production server. */
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
/** Puts the start script first, followed by what the first paint needs: style sheets and the logo. */
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
    withoutConnector,
    withoutRunTimeStyles,
    withoutColourValues,
    cutTypeface(),
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
    // React has had what this shim provides since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // Inlining as data: or script is blocked by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only the compressed size counts, and is measured: `npm run bench -- web`.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        'silent-renew': resolve(import.meta.dirname, 'silent-renew.html'),
        phone: resolve(import.meta.dirname, 'phone.html'),
      },
      // Bundles what the timeline needs: sixty small files compress a tenth worse than one.
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
