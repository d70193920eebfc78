import { resolve } from 'node:path';
import { SERVER_PATHS } from '@keepsake/contracts/platform/server-paths';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunks, isFirst } from './build/chunks.ts';
import {
  withoutColourReading,
  withoutColourValues,
  withoutConnector,
  withoutLogs,
  withoutNesting,
  withoutOtherLoaders,
  withoutRunTimeStyles,
  withoutScrollRestoration,
  withoutServersParts,
  withoutStatics,
  withoutTransitions,
  withoutUnusedMethods,
  withoutWaitingForTexts,
} from './build/leave-out.ts';
import { loadStylesAgain } from './build/load-styles-again.ts';
import { precompress } from './build/precompress.ts';
import { cutTypeface, preloadTypeface } from './build/typeface.ts';

const target = process.env.SERVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
/** In development, addresses of the server; Vite reads keys that begin with ^ as patterns. */
const ofServer = `^/(${SERVER_PATHS.map((path) => path.replaceAll('.', '\\.')).join('|')})([/?]|$)`;
const pushSocket = `^${SERVICE_PATHS.push}${PUSH_SOCKET_PATH}`;

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
    withoutNesting,
    withoutUnusedMethods,
    withoutConnector,
    withoutWaitingForTexts,
    withoutRunTimeStyles,
    withoutColourValues,
    withoutColourReading,
    withoutStatics,
    withoutOtherLoaders,
    withoutTransitions,
    withoutScrollRestoration,
    withoutServersParts,
    loadStylesAgain,
    cutTypeface(),
    preloadTypeface,
    startFirst,
    precompress(),
  ],
  server: {
    proxy: { [pushSocket]: { target, ws: true }, [ofServer]: { target } },
  },
  resolve: {
    // React has had what this shim provides since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // Inlining as data: or script is blocked by the content security policy.
    assetsInlineLimit: 0,
    // What loads a page has loaded the first scripts already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_page, needed, { hostId, hostType }) =>
        hostType === 'js' && isFirst(hostId) ? needed.filter((file) => !isFirst(file)) : needed,
    },
    // Slower than Vite's own, and 2 % smaller.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2 } },
    // Only the compressed size counts, and is measured: `npm run bench -- web`.
    chunkSizeWarningLimit: 800,
    // The notices of what the scripts contain.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // How long each plugin took is nothing that whoever starts the shop needs to read.
      checks: { pluginTimings: false },
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        'silent-renew': resolve(import.meta.dirname, 'silent-renew.html'),
        phone: resolve(import.meta.dirname, 'phone.html'),
      },
      output: {
        codeSplitting: { groups: chunks },
        // 42 bits of a file's content tell its versions apart; the first scripts name over two hundred files.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
