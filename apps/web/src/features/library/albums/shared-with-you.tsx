import { getSharedCounts } from '@keepsake/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { PeopleIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { AlbumPlaceholders, AlbumTile } from './album-tile.tsx';
import classes from './albums-grid.module.css';
import { sharedAlbumsQuery } from './queries.ts';
import { useMoreOnScroll } from './use-more-on-scroll.ts';

const TITLE = 'shared-with-you';

/** Albums shared with the customer; shown only if there are any and the flag is on [ALB-07]. */
export function SharedWithYou() {
  return useAreAlbumsShared() ? <SharedAlbums /> : null;
}

/** Jumps to that section, past the customer's own albums. */
export function GoToShared() {
  const { t } = useTranslation();
  if (!useAreAlbumsShared()) return null;
  function go() {
    const title = document.getElementById(TITLE);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView();
  }
  return <QuietButton icon={<PeopleIcon />} label={t('albums.sharedWithYou')} onPress={go} />;
}

function useAreAlbumsShared(): boolean {
  const isOn = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const { data } = useQuery({
    queryKey: ['SharedAlbums', 'counts'],
    meta: { action: 'LOAD_SHARED_COUNTS' },
    queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
    enabled: isOn,
  });
  return isOn && data !== undefined && data.readAlbumsCount !== 0;
}

function SharedAlbums() {
  const { t } = useTranslation();
  const albums = useInfiniteQuery(sharedAlbumsQuery);
  const end = useMoreOnScroll<HTMLDivElement>(albums);
  return (
    <section className={classes.section} aria-labelledby={TITLE}>
      <h2 id={TITLE} className={classes.sectionTitle} tabIndex={-1}>
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
