import type { getAlbums } from '@keepsake/contracts/library/albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { PagedList } from '#/shared/paged-list.tsx';
import { createStoredValue } from '#/shared/storage.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { AddIcon } from '#/shared/ui/icons.tsx';
import { Select } from '#/shared/ui/select.tsx';
import { AlbumTiles } from './album-tile.tsx';
import classes from './albums-grid.module.css';
import { gridAlbumsQuery } from './queries.ts';
import { ALBUM_SORT_STORAGE_KEY, type AlbumSort, parseAlbumSort } from './saved-album-sort.ts';

const SHARED_ALBUM = '/my-photos/shared-albums/$albumId';
const createAlbumDialog = defineDialog('create-album', () => import('./create-album-dialog.tsx'));

/** Requests the albums before they are drawn. The quota, which is shown below them, comes later: shared albums would move it. */
export const prepareAlbums = (client: QueryClient): Promise<void> =>
  client.prefetchInfiniteQuery(gridAlbumsQuery(albumsSort.get()));

type Props = {
  /** Beside the control that sorts. */
  control: ReactNode;
  /** What follows; `isPending` while the albums above it may still push it down. */
  children: (isPending: boolean) => ReactNode;
};

/** The customer's albums after the 'New album' tile [ALB-01]. */
export function AlbumsGrid({ control, children }: Props) {
  const sort = albumsSort.use();
  const albums = useInfiniteQuery(gridAlbumsQuery(sort));
  const isEmpty = hasNone(albums.data?.pages);
  return (
    <>
      <div className={classes.controls}>
        {control}
        {!isEmpty && <AlbumSortControl sort={sort} onChange={albumsSort.set} />}
      </div>
      <OwnAlbums albums={albums} />
      {children(albums.isPending)}
    </>
  );
}

type AlbumsPage = ResponseOf<typeof getAlbums>;
type Pages = InfiniteData<AlbumsPage>;

const hasNone = (pages: readonly AlbumsPage[] | null | undefined) => pages?.[0]?.albums.length === 0;

function OwnAlbums({ albums }: { albums: UseInfiniteQueryResult<Pages> }) {
  const { t } = useTranslation();
  const hasSharedView = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  return (
    <PagedList list={albums} failed={t('albums.failed')}>
      {(pages) => (
        <>
          <AlbumTiles
            albums={pages?.flatMap((page) => page.albums)}
            placeholders={5}
            label={t('albums.title')}
            first={<NewAlbumTile />}
            linkOf={({ albumId, isShared }) => ({
              // The customer's own albums open in the shared view while they are shared [ALD-21].
              to: isShared && hasSharedView ? SHARED_ALBUM : '/my-photos/albums/$albumId',
              params: { albumId },
            })}
          />
          {hasNone(pages) && <EmptyState>{t('albums.none')}</EmptyState>}
        </>
      )}
    </PagedList>
  );
}

function NewAlbumTile() {
  const { t } = useTranslation();
  useEffect(() => createAlbumDialog.loadWhenIdle(), []);
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

/** Sort keys, each with its natural order. */
const CHOICES = {
  created: { sortKey: 'created', sortOrder: 'desc' },
  updated: { sortKey: 'updated', sortOrder: 'desc' },
  name: { sortKey: 'name', sortOrder: 'asc' },
  photosCount: { sortKey: 'photosCount', sortOrder: 'desc' },
} as const satisfies Record<string, AlbumSort>;

type SortProps = { sort: AlbumSort; onChange: (sort: AlbumSort) => void };

/** Selects how albums are sorted. */
function AlbumSortControl({ sort, onChange }: SortProps) {
  const { t } = useTranslation();
  const keys = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  return (
    <Select
      label={t('albums.sortBy')}
      value={sort.sortKey}
      choices={keys.map((key) => ({ value: key, label: t(`albums.sort.${key}`) }))}
      onChange={(key) => onChange(CHOICES[key])}
    />
  );
}

/** How the customer's albums are sorted, remembered on this device. */
export const albumsSort = createStoredValue<AlbumSort>({
  key: ALBUM_SORT_STORAGE_KEY,
  parse: parseAlbumSort,
  format: ({ sortKey, sortOrder: order }) => `${sortKey} ${order}`,
});
