import { useTranslation } from 'react-i18next';
import { ThumbBar, ThumbButton } from '#/features/frame/shell/index.ts';
import { useUploadPage } from '#/features/library/albums/index.ts';
import {
  openAlbumImport,
  openImport,
  useTargetOfPage,
  useUploadsDisabledReason,
} from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { isStripped } from '#/shared/layout.ts';
import { AddIcon } from '#/shared/ui/icons.tsx';

/** The bar for thumbs; an app of the retailer that embeds the pages has one of its own [ALD-15]. */
export default function Thumbs() {
  return isStripped() ? null : <ThumbBar add={<AddPhotos />} />;
}

/** Adds photos to the library, and on the page of an album to that album. */
function AddPhotos() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const isOff = useUploadsDisabledReason() !== null;
  const { album } = useTargetOfPage();
  const toUploadPage = useUploadPage();
  if (!isUploadOn || isOff) return null;
  function onPress() {
    if (!album) openImport();
    else if (toUploadPage) toUploadPage(album.albumId);
    else openAlbumImport(album);
  }
  return <ThumbButton icon={<AddIcon />} label={t('shell.thumbs.add')} onPress={onPress} />;
}
