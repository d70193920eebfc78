import { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlbumTiles, PeopleIcon } from '#/features/library/albums/index.ts';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';
import { PagedList } from '#/shared/paged-list.tsx';
import { sharedAlbumsQuery } from './queries.ts';
import classes from './shared-albums-grid.module.css';

const TITLE = 'shared-with-you';

type Props = {
  /** Until the customer's own albums above have loaded, which would shift them. */
  isHidden: boolean;
  /** Waits for them, because they would push it down. */
  below: ReactNode;
};

/** Albums shared with the customer; shown only if there are any and the flag is on [ALB-07]. */
export function SharedAlbumsGrid({ isHidden, below }: Props) {
  const { areShared, isKnown } = useSharing();
  return (
    <>
      {areShared && <SharedAlbums isHidden={isHidden} />}
      {!isHidden && isKnown && below}
    </>
  );
}

/** Jumps to that section, past the customer's own albums. */
export function GoToShared() {
  const { t } = useTranslation();
  const { areShared } = useSharing();
  if (!areShared) return null;
  function go() {
    const title = document.getElementById(TITLE);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView();
  }
  return (
    <Button
      variant="default"
      className={classes.goToShared}
      leftSection={<PeopleIcon size={18} />}
      onClick={go}
    >
      {t('albums.sharedWithYou')}
    </Button>
  );
}

/** Whether albums are shared with the customer, and whether that is known by now. */
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
          <AlbumTiles
            albums={pages?.flatMap((page) => page.albums)}
            placeholders={2}
            linkOf={({ albumId }) => ({ to: '/my-photos/shared-albums/$albumId', params: { albumId } })}
          />
        )}
      </PagedList>
    </section>
  );
}
