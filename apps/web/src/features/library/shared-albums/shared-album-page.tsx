import { deleteSharedAlbum } from '@keepsake/contracts/library/shared-albums';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AlbumDetails,
  AlbumLoadFailure,
  BackToAlbums,
  DeleteAlbumButton,
  DetailsSkeleton,
  FixedName,
  HeaderCover,
  NameSkeleton,
  useAlbumTitle,
} from '#/features/library/albums/index.ts';
import { call } from '#/shared/api/call.ts';
import { useCustomerId } from '#/shared/customer-query.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { CONTENT_ID, Page } from '#/shared/ui/page.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { type SharedAlbumDetail, useSharedAlbum } from './queries.ts';
import classes from './shared-album-page.module.css';

const participantsDialog = defineDialog<Pick<SharedAlbumDetail, 'participants'>>(
  'participants',
  () => import('./participants-dialog.tsx'),
);

type Props = {
  albumId: string;
  /** The album's photos; not called for an empty album. */
  children: (album: SharedAlbumDetail) => ReactNode;
  /** Placeholder for the photos while the album loads. */
  waiting: ReactNode;
};

/** A full-window page of a shared album, for viewing and downloading [SHA-06]. */
export function SharedAlbumPage({ albumId, children, waiting }: Props) {
  const { t } = useTranslation();
  usePageBehind();
  const { album, error, retry } = useSharedAlbum(albumId);
  const title = useAlbumTitle(album, error);
  return (
    <main id={CONTENT_ID} className={classes.page}>
      <BackToAlbums />
      <Page
        title={title}
        heading={album ? <FixedName name={album.albumName} /> : error ? undefined : <NameSkeleton />}
        cover={!error && <HeaderCover album={album} />}
        actions={
          album ? (
            <AlbumDetails album={album} remove={<DeleteSharedAlbum album={album} />}>
              <Members album={album} />
            </AlbumDetails>
          ) : (
            !error && <DetailsSkeleton />
          )
        }
        isWide
      >
        {!error && (
          <p className={classes.banner} role="note">
            {t('sharedAlbum.banner')}
          </p>
        )}
        {!album && error && <AlbumLoadFailure error={error} onRetry={retry} />}
        {!album && !error && waiting}
        {album?.photosCount === 0 && <EmptyState>{t('sharedAlbum.empty')}</EmptyState>}
        {album && album.photosCount > 0 && children(album)}
      </Page>
    </main>
  );
}

/** Whether the signed-in customer owns the album [SHA-02]. */
function useIsOwner({ ownerId }: SharedAlbumDetail): boolean {
  return useCustomerId() === ownerId;
}

/** An owner deletes the album for everybody, a participant leaves it. */
export function DeleteSharedAlbum({ album }: { album: SharedAlbumDetail }) {
  const { t } = useTranslation();
  const isOwner = useIsOwner(album);
  const { albumId, albumName: name } = album;
  return (
    <DeleteAlbumButton
      album={album}
      tag="SharedAlbums"
      text={t(isOwner ? 'sharedAlbum.deleteOwner' : 'sharedAlbum.deleteParticipant', { name })}
      action="DELETE_SHARED_ALBUM"
      send={() => call(deleteSharedAlbum, { params: { albumId } })}
    />
  );
}

/** Shows the owner who can see the album [SHA-03, SHA-04], and participants who owns it [SHA-05]. */
function Members({ album }: { album: SharedAlbumDetail }) {
  const { t } = useTranslation();
  useEffect(() => participantsDialog.loadWhenIdle(), []);
  const isOwner = useIsOwner(album);
  const { participants } = album;
  if (!isOwner) return <span>{t('sharedAlbum.owner', { email: album.owner.email })}</span>;
  return (
    <button
      type="button"
      className={classes.members}
      onClick={() => participantsDialog.open({ participants })}
    >
      {t('sharedAlbum.participants', { count: participants.length })}
    </button>
  );
}
