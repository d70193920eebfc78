import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import type { ImportProps } from './import-dialog.tsx';
import type { TargetAlbum } from './import-session.ts';

const importDialog = defineDialog<ImportProps>('import', () => import('./import-dialog.tsx'), {
  staysAlive: true,
});

function open(album?: TargetAlbum): void {
  importDialog.open({ album, onReopen: () => open(album) });
}

/** Shows the tray of the import, if there is anything in it. */
export const prepareImport = (): void => importDialog.prepare({ onReopen: () => open() });

/** Opens the import of photos into the library, from anywhere [HDR-05]. */
export const openImport = (): void => open();

/** Opens the import of photos that also go into an album. */
export const openAlbumImport = (album: TargetAlbum): void => open(album);
