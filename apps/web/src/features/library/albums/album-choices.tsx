import type { Album } from '@keepsake/contracts';
import { Loader, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { AlbumIcon } from '#/shared/ui/icons.tsx';
import classes from './copy-to-album-modal.module.css';
import { targetAlbumsQuery } from './queries.ts';
import { useMoreOnScroll } from './use-more-on-scroll.ts';

type Props = {
  onChoose: (album: Album) => void;
  /** The album that photos are being copied to. */
  pendingId: string | null;
};

/** Lists the albums that photos can be copied to, last used first. */
export function AlbumChoices({ onChoose, pendingId }: Props) {
  const { t } = useTranslation();
  const albums = useInfiniteQuery(targetAlbumsQuery);
  const end = useMoreOnScroll<HTMLLIElement>(albums);
  if (albums.isPending) return <Skeleton height={120} />;
  if (albums.isError && !albums.data) {
    return (
      <ErrorState error={albums.error} message={t('albums.failed')} onRetry={() => void albums.refetch()} />
    );
  }
  return (
    <ul className={classes.choices}>
      {albums.data?.pages.flatMap((page) =>
        page.albums.map((album) => (
          <li key={album.albumId}>
            <button
              type="button"
              className={classes.choice}
              onClick={() => onChoose(album)}
              disabled={pendingId !== null}
            >
              <Cover url={album.coverPhoto?.thumbnails[0]?.url} />
              <span className={classes.name}>{album.albumName}</span>
              {pendingId === album.albumId ? (
                <Loader size={18} />
              ) : (
                <span className={classes.count}>{t('albums.photosCount', { count: album.photosCount })}</span>
              )}
            </button>
          </li>
        )),
      )}
      <li ref={end} aria-hidden="true" />
    </ul>
  );
}

function Cover({ url }: { url: string | undefined }) {
  return (
    <span className={classes.cover}>
      {url ? <img src={url} alt="" loading="lazy" decoding="async" /> : <AlbumIcon />}
    </span>
  );
}
