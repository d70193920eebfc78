import type { getAlbums } from '@keepsake/contracts/library/albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { PagedList } from '#/shared/paged-list.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { AddIcon } from '#/shared/ui/icons.tsx';
import { AlbumSortControl, albumsSort } from './album-sort.tsx';
import { AlbumPlaceholders, AlbumTile } from './album-tile.tsx';
import classes from './albums-grid.module.css';
import { gridAlbumsQuery } from './queries.ts';
import { GoToShared, SharedWithYou, useIsSharingKnown } from './shared-with-you.tsx';

const SHARED_ALBUM = '/my-photos/shared-albums/$albumId';
const createAlbumDialog = defineDialog('create-album', () => import('./create-album-dialog.tsx'));

/** Requests the albums before they are drawn. The quota, which is shown below them, comes later: shared albums would move it. */
export const prepareAlbums = (client: QueryClient): Promise<void> =>
  client.prefetchInfiniteQuery(gridAlbumsQuery(albumsSort.get()));

/**
 * The customer's albums after the 'New album' tile [ALB-01], and albums shared with the customer. `below` waits for them, because
 * they would push it down.
 */
export function AlbumsGrid({ below }: { below: ReactNode }) {
  const sort = albumsSort.use();
  const albums = useInfiniteQuery(gridAlbumsQuery(sort));
  const isSharingKnown = useIsSharingKnown();
  return (
    <>
      <div className={classes.controls}>
        <GoToShared />
        <AlbumSortControl sort={sort} onChange={albumsSort.set} />
      </div>
      <OwnAlbums albums={albums} />
      <SharedWithYou isHidden={albums.isPending} />
      {!albums.isPending && isSharingKnown && below}
    </>
  );
}

type Pages = InfiniteData<ResponseOf<typeof getAlbums>>;

function OwnAlbums({ albums }: { albums: UseInfiniteQueryResult<Pages> }) {
  const { t } = useTranslation();
  const hasSharedView = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  return (
    <PagedList list={albums} failed={t('albums.failed')}>
      {(pages) => (
        <ul className={classes.grid} aria-label={t('albums.title')} aria-busy={!pages}>
          <NewAlbumTile />
          {!pages && <AlbumPlaceholders count={5} />}
          {pages?.flatMap((page) =>
            page.albums.map((album) => (
              <li key={album.albumId}>
                <AlbumTile
                  album={album}
                  link={{
                    // The customer's own albums open in the shared view while they are shared [ALD-21].
                    to: album.isShared && hasSharedView ? SHARED_ALBUM : '/my-photos/albums/$albumId',
                    params: { albumId: album.albumId },
                  }}
                />
              </li>
            )),
          )}
        </ul>
      )}
    </PagedList>
  );
}

function NewAlbumTile() {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        className={`${classes.tile} ${classes.new}`}
        onClick={() => createAlbumDialog.open()}
      >
        <span className={classes.cover}>
          <AddIcon size={40} />
        </span>
        <span className={classes.name}>{t('albums.new')}</span>
      </button>
    </li>
  );
}
