import { useTranslation } from 'react-i18next';
import { RemoveFromAlbumIcon } from '#/features/library/albums/index.ts';
import { useDownloadAction, useShareAction } from '#/features/library/downloads/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { AlbumSkeleton, SharedAlbumPhotos } from '#/features/library/photos/index.ts';
import { DeleteSharedAlbum, SharedAlbumPage } from '#/features/library/shared-albums/index.ts';
import { useReadOnlyPageAlbum } from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { CopyToAlbumIcon, DeleteIcon, PrintIcon } from '#/shared/ui/icons.tsx';

/** A shared album with its photos. */
export function SharedAlbumScreen({ albumId }: { albumId: string }) {
  const actions = useSharedAlbumActions();
  useReadOnlyPageAlbum();
  return (
    <SharedAlbumPage albumId={albumId} waiting={<AlbumSkeleton />}>
      {(album) => (
        <SharedAlbumPhotos
          key={albumId}
          album={album}
          actions={actions}
          menu={<DeleteSharedAlbum album={album} />}
        />
      )}
    </SharedAlbumPage>
  );
}

/** Only downloading is enabled [SHA-06], plus sharing on phones that support it. */
export function useSharedAlbumActions(): PhotoAction[] {
  return [useDownloadAction(), ...useShareAction(), ...useUnavailableActions()];
}

/** Photo actions that are disabled in shared albums, with the reason [SHA-07 to SHA-10]. */
function useUnavailableActions(): PhotoAction[] {
  const { t } = useTranslation();
  const isOrderPrintsOn = useFlag('PhotoManagementOrderPrintsEnabled');
  const why = t('sharedAlbum.unavailable');
  const off = { disabledReason: () => why, start: () => undefined };
  const orderPrints: PhotoAction = {
    ...off,
    key: 'orderPrints',
    label: t('sharedAlbum.orderPrints'),
    icon: <PrintIcon />,
  };
  return [
    ...(isOrderPrintsOn ? [orderPrints] : []),
    { ...off, key: 'copyToAlbum', label: t('copy.title'), icon: <CopyToAlbumIcon /> },
    { ...off, key: 'removeFromAlbum', label: t('remove.action'), icon: <RemoveFromAlbumIcon /> },
    { ...off, key: 'delete', label: t('delete.action'), icon: <DeleteIcon /> },
  ];
}
