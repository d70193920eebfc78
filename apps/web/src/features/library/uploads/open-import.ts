import { useEffect } from 'react';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { useCustomer } from '#/shared/session.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { whenIdle } from '#/shared/when-idle.ts';
import type { Drop } from './dropped-files.ts';
import type { ImportProps } from './import-dialog.tsx';
import type { TargetAlbum } from './import-session.ts';

const importDialog = defineDialog<ImportProps>('import', () => import('./import-dialog.tsx'), {
  staysAlive: true,
});

function open({ album, tab, drop }: Omit<ImportProps, 'onReopen'> = {}): void {
  importDialog.open({ album, tab, drop, onReopen: () => open({ album }) });
}

/** Opens the import of photos into the library, from anywhere [HDR-05]. */
export const openImport = (): void => open();

/** Opens the import of photos that are also added to an album. */
export const openAlbumImport = (album: TargetAlbum): void => open({ album });

/** Opens the import with what was dropped on a page, for its album if it has one. */
export const openDropImport = (drop: Drop, album: TargetAlbum | undefined): void => open({ drop, album });

/** Opens the import on the tab for phones. */
export const openPhoneImport = (): void => open({ tab: 'transfer-from-phone' });

/**
 * Shows uploads left unfinished by an earlier visit in the import's tray. The import's code is not part of the initial bundle.
 */
export function LeftUploads(): null {
  const { sub } = useCustomer();
  useEffect(() => {
    void showLeftUploads(sub);
  }, [sub]);
  return null;
}

/** Asks before a sign-out that stops uploads. */
export const SignOutGuard = lazyPart(() => whenIdle(() => import('./sign-out-guard.tsx')));

/** Adds photos dropped on a page of the account. */
export const PageDrop = lazyPart(() => whenIdle(() => import('./page-drop.tsx')));

async function showLeftUploads(subject: string): Promise<void> {
  const { hasUnfinishedUploads } = await whenIdle(() => import('./unfinished-uploads.ts'));
  if (await hasUnfinishedUploads(subject)) importDialog.prepare({ onReopen: () => open() });
}
