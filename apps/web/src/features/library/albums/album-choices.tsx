import type { Album } from '@keepsake/contracts/library/albums';
import { Loader, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PagedList } from '#/shared/paged-list.tsx';
import { AlbumIcon } from './album-tile.tsx';
import classes from './copy-to-album-dialog.module.css';
import { targetAlbumsQuery } from './queries.ts';

type Props = {
  onChoose: (album: Album) => void;
  /** The album that photos are being copied to. */
  pendingId: string | null;
};

/** Lists the albums that photos can be copied to, last used first. */
export function AlbumChoices({ onChoose, pendingId }: Props) {
  const { t } = useTranslation();
  const albums = useInfiniteQuery(targetAlbumsQuery);
  if (albums.isPending) return <Skeleton height={120} />;
  return (
    <div className={classes.choices}>
      <PagedList list={albums} failed={t('albums.failed')}>
        {(pages) => (
          <ul>
            {pages?.flatMap((page) =>
              page.albums.map((album) => (
                <li key={album.albumId}>
                  <Choice album={album} onChoose={onChoose} pendingId={pendingId} />
                </li>
              )),
            )}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Choice({ album, onChoose, pendingId }: Props & { album: Album }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.choice}
      onClick={() => onChoose(album)}
      disabled={pendingId !== null}
    >
      <Cover url={album.coverPhoto?.thumbnails[0]?.url} />
      <span className={classes.name}>
        {album.albumName}
        <span className={classes.count}>{t('albums.photosCount', { count: album.photosCount })}</span>
      </span>
      {pendingId === album.albumId && <Loader size={18} />}
    </button>
  );
}

function Cover({ url }: { url: string | undefined }) {
  return (
    <span className={classes.cover}>
      {url ? <img src={url} alt="" loading="lazy" decoding="async" /> : <AlbumIcon />}
    </span>
  );
}
