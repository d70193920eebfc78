import { useTranslation } from 'react-i18next';
import { ThumbBar, ThumbButton } from '#/features/frame/shell/index.ts';
import { openImport, useUploadsDisabledReason } from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { isStripped } from '#/shared/layout.ts';
import { AddIcon } from '#/shared/ui/icons.tsx';

/** The bar for thumbs; an app of the retailer that embeds the pages has one of its own [ALD-15]. */
export default function Thumbs() {
  return isStripped() ? null : <ThumbBar add={<AddPhotos />} />;
}

function AddPhotos() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const isOff = useUploadsDisabledReason() !== null;
  if (!isUploadOn || isOff) return null;
  return <ThumbButton icon={<AddIcon />} label={t('shell.thumbs.add')} onPress={openImport} />;
}
