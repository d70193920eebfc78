import { useDeleteAction } from '#/features/delete-photos/delete-action.tsx';
import { openDeleteAll } from '#/features/delete-photos/opener.ts';
import { openImport } from '#/features/import/import-opener.ts';
import { PhotosPage } from '#/features/library/header/photos-page.tsx';
import { Timeline } from '#/features/library/timeline/timeline.tsx';

/** The timeline in its page, with what other features do with its photos. */
export function PhotosScreen() {
  // In the order of the bar: order prints, download, copy to album, delete [TL-16..TL-19].
  const actions = [useDeleteAction()];
  return (
    <PhotosPage onAddPhotos={openImport}>
      <Timeline onAddPhotos={openImport} actions={actions} onDeleteAll={openDeleteAll} />
    </PhotosPage>
  );
}
