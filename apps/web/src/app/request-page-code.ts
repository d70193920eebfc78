import { loadAlbumsGrid } from '#/features/library/albums/index.ts';

/** Paths of pages whose code is not part of the app's own, and a module that loads the rest with it. */
const CODE_OF_PAGES: Record<string, () => Promise<unknown>> = {
  '/': () => import('../routes/-overview.tsx'),
  '/my-photos/albums': loadAlbumsGrid,
};

/** Requests the page's code in parallel with the app's, which would otherwise have to run first to find out what it needs. */
export function requestPageCode(path: string): void {
  // The page requests it again and reports the failure.
  CODE_OF_PAGES[path]?.().catch(() => {});
}
