import { getSharedCounts } from '@keepsake/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { ErrorState } from '#/shared/ui/states/error-state.tsx';
import { sharedAlbumsQuery } from '../api/album-queries.ts';
import { AlbumPlaceholders } from './album-placeholders.tsx';
import { AlbumTile } from './album-tile.tsx';
import classes from './albums-grid.module.css';
import { useMoreOnScroll } from './use-more-on-scroll.ts';

/** 'Shared with you': only when there are such albums, and only with the flag [ALB-07]. */
export function SharedWithYou() {
  const isOn = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const { data } = useQuery({
    queryKey: ['SharedAlbums', 'counts'],
    meta: { action: 'LOAD_SHARED_COUNTS' },
    queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
    enabled: isOn,
  });
  return isOn && data && data.readAlbumsCount !== 0 ? <SharedAlbums /> : null;
}

function SharedAlbums() {
  const { t } = useTranslation();
  const albums = useInfiniteQuery(sharedAlbumsQuery);
  const end = useMoreOnScroll<HTMLDivElement>(albums);
  return (
    <section className={classes.section} aria-labelledby="shared-with-you">
      <h2 id="shared-with-you" className={classes.sectionTitle}>
        {t('albums.sharedWithYou')}
      </h2>
      {albums.isError && !albums.data && (
        <ErrorState
          error={albums.error}
          message={t('albums.sharedFailed')}
          onRetry={() => void albums.refetch()}
        />
      )}
      <ul className={classes.grid} aria-busy={albums.isPending}>
        {albums.isPending && <AlbumPlaceholders count={2} />}
        {albums.data?.pages.flatMap((page) =>
          page.albums.map((album) => (
            <li key={album.albumId}>
              <AlbumTile
                album={album}
                link={{ to: '/my-photos/shared-albums/$albumId', params: { albumId: album.albumId } }}
              />
            </li>
          )),
        )}
      </ul>
      <div ref={end} />
    </section>
  );
}
