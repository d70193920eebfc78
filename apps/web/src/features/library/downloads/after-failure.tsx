import type { Download } from '@keepsake/contracts/library/downloads';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { useRequestArchive } from './download-action.tsx';

/** What a failed download offers: what is left of it, or the library. */
export function AfterFailure({ download }: { download: Download }) {
  return download.available ? <FetchRest download={download} /> : <ToPhotos />;
}

/** Where photos can be chosen again. */
function ToPhotos() {
  const { t } = useTranslation();
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>
      {t('export.toLibrary')}
    </Button>
  );
}

/** Downloads what is left of a failed download, as a new one. */
function FetchRest({ download: { name, available = [], sharedAlbumId } }: { download: Download }) {
  const { t } = useTranslation();
  const { isPending, requestArchive } = useRequestArchive();
  const chosen = {
    photoIds: available.map(({ photoId }) => photoId),
    ownerOf: (photoId: string) => ownerIn(available, photoId),
    sharedAlbumId,
  };
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      onClick={() => requestArchive(chosen, () => undefined)}
      loading={isPending}
      aria-description={name}
    >
      {t('download.rest', { count: available.length })}
    </Button>
  );
}

function ownerIn(photos: NonNullable<Download['available']>, photoId: string): CustomerId {
  const photo = photos.find((one) => one.photoId === photoId);
  if (!photo) throw new Error(`There is no photo ${photoId} in this download`);
  return photo.ownerId;
}
