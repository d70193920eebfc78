import { loadAlbumsGrid } from '#/features/library/albums/index.ts';
import { refuseDrops } from './app/refuse-drops.ts';
import { startSession } from './app/start-session.ts';

refuseDrops();

/** Loaded and run before the rest of the app, so that its requests are under way meanwhile. */
export const started = startSession();

/** Paths of pages whose code is not part of the app's own, and a module that loads the rest with it. */
const CODE_OF_PAGES: Record<string, () => Promise<unknown>> = {
  '/': () => import('./routes/-overview.tsx'),
  '/my-photos/albums': loadAlbumsGrid,
};

// In parallel with the app's, which would otherwise have to run first to find out what it needs. The page requests it again and
// reports the failure.
CODE_OF_PAGES[window.location.pathname]?.().catch(() => {});
