import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { AddingButton } from '#/shared/uploads/adding/adding-button.tsx';

type Props = { onPress: () => void };

/** Opens the import; absent unless uploading is on [HDR-04]. */
export function AddPhotosButton({ onPress }: Props) {
  const { t } = useTranslation();
  const canUpload = useFlag('PhotoManagementUploadViewEnabled');
  return canUpload && <AddingButton onPress={onPress}>{t('library.addPhotos')}</AddingButton>;
}
