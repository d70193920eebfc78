// Shared by the pages of an album and of a shared album.
import { Button } from '@mantine/core';
import { type MutationKey, useIsMutating } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MaybeAnotherAccount } from '#/shared/another-account.tsx';
import { isGone } from '#/shared/api/api-problem.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorDrawing, ErrorState } from '#/shared/ui/error-state.tsx';
import { BackIcon, DeleteIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useWayBack } from '#/shared/ui/way-back.ts';
import classes from './album-pages.module.css';
import type { AlbumDeletion } from './delete-album-dialog.tsx';

/** Link back to the list of albums [ALD-01]. */
export function BackToAlbums() {
  const { t } = useTranslation();
  return (
    <Link to="/my-photos/albums" className={classes.back}>
      <BackIcon size={20} />
      {t('album.back')}
    </Link>
  );
}

const deleteAlbumDialog = defineDialog<{ deletion: AlbumDeletion; mutationKey: MutationKey }>(
  'delete-album',
  () => import('./delete-album-dialog.tsx'),
);

/** Key of the mutation that deletes an album, to look up whether it is running. */
const deletionKey = (albumId: string): MutationKey => ['delete album', albumId];

/** Asks whether to delete the album. */
export function DeleteAlbumButton(deletion: AlbumDeletion) {
  const { t } = useTranslation();
  useEffect(() => deleteAlbumDialog.loadWhenIdle(), []);
  return (
    <QuietButton
      icon={<DeleteIcon size={18} />}
      label={t('album.deleteTitle')}
      onPress={() => deleteAlbumDialog.open({ deletion, mutationKey: deletionKey(deletion.album.albumId) })}
      isDangerous
    />
  );
}

type FailureProps = { error: Error; onRetry: () => void };

/** The title of an album's page: its name, or that there is none. */
export function useAlbumTitle(album: { albumName: string } | undefined, error: Error | null): string {
  const { t } = useTranslation();
  return album?.albumName ?? t(isGone(error) ? 'album.absent' : 'albums.title');
}

/** An album that could not be loaded. There is no 'Try again' for one that was deleted or is another account's. */
export function AlbumLoadFailure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation();
  if (!isGone(error)) return <ErrorState error={error} message={t('album.failed')} onRetry={onRetry} />;
  return (
    <EmptyState
      drawing={<ErrorDrawing />}
      note={<MaybeAnotherAccount />}
      action={
        <Button component={Link} to="/my-photos/albums" variant="default">
          {t('album.toAlbums')}
        </Button>
      }
    >
      {t('album.maybeDeleted')}
    </EmptyState>
  );
}

type Loaded = {
  albumId: string;
  /** The last successfully loaded album, if any. */
  album: { albumName: string } | undefined;
  /** The error of the latest load. */
  error: Error | null;
};

/**
 * Leaves for the list of albums when this one was deleted on another device or is no longer visible to the customer. A deletion
 * on this page has its own message and navigation, unless it seems to have failed.
 */
export function useLeaveIfDeleted({ albumId, album, error }: Loaded): void {
  const { t } = useTranslation();
  const isDeleting = useIsMutating({ mutationKey: deletionKey(albumId) }) > 0;
  const goBackTo = useWayBack();
  const mustLeave = album !== undefined && isGone(error) && !isDeleting;
  const leave = useEffectEvent(() => {
    deleteAlbumDialog.close();
    showToast({ message: t('album.gone', { name: album?.albumName }) });
    void goBackTo('/my-photos/albums');
  });
  useEffect(() => {
    if (mustLeave) leave();
  }, [mustLeave]);
}
