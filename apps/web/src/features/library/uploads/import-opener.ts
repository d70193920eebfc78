import { defineDialog } from '#/shared/ui/dialogs.tsx';
import type { ImportProps } from './import-dialog.tsx';
import type { TargetAlbum } from './import-session.ts';

const importDialog = defineDialog<ImportProps>('import', () => import('./import-dialog.tsx'));

function open(album?: TargetAlbum): void {
  importDialog.open({ album, onReopen: () => open(album) });
}

/** Opens the import from anywhere [HDR-05]: photos for the library. */
export const openImport = (): void => open();

/** Opens the import for photos that go straight into an album, too. */
export const openAlbumImport = (album: TargetAlbum): void => open(album);
