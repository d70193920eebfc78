import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';

type Props = { onPress: () => void };

/** Opens the import; absent unless uploading is on [HDR-04]. */
export function AddPhotosButton({ onPress }: Props) {
  const { t } = useTranslation();
  const canUpload = useFlag('PhotoManagementUploadViewEnabled');
  return canUpload && <Button onClick={onPress}>{t('library.addPhotos')}</Button>;
}
