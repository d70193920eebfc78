import { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';
import { PagedList } from '#/shared/paged-list.tsx';
import { PeopleIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { AlbumPlaceholders, AlbumTile } from './album-tile.tsx';
import classes from './albums-grid.module.css';
import { sharedAlbumsQuery } from './queries.ts';

const TITLE = 'shared-with-you';

/**
 * Albums shared with the customer; shown only if there are any and the flag is on [ALB-07]. Hidden until the customer's own
 * albums above have loaded, which would shift them.
 */
export function SharedWithYou({ isHidden }: { isHidden: boolean }) {
  return useAreAlbumsShared() ? <SharedAlbums isHidden={isHidden} /> : null;
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

/** Whether it is known if albums are shared with the customer, or will not be. */
export const useIsSharingKnown = (): boolean => useSharing().isKnown;

const useAreAlbumsShared = (): boolean => useSharing().areShared;

function useSharing() {
  const isOn = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const { data, isPending } = useQuery({
    queryKey: ['SharedAlbums', 'counts'],
    meta: { action: 'LOAD_SHARED_COUNTS' },
    queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
    enabled: isOn,
  });
  return {
    areShared: isOn && data !== undefined && data.readAlbumsCount !== 0,
    isKnown: !isOn || !isPending,
  };
}

function SharedAlbums({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation();
  const albums = useInfiniteQuery(sharedAlbumsQuery);
  return (
    <section className={classes.section} aria-labelledby={TITLE} hidden={isHidden}>
      <h2 id={TITLE} className={classes.sectionTitle} tabIndex={-1}>
        {t('albums.sharedWithYou')}
      </h2>
      <PagedList list={albums} failed={t('albums.sharedFailed')}>
        {(pages) => (
          <ul className={classes.grid} aria-busy={!pages}>
            {!pages && <AlbumPlaceholders count={2} />}
            {pages?.flatMap((page) =>
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
        )}
      </PagedList>
    </section>
  );
}
