import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { useAdding } from '#/shared/uploads/adding.ts';

type Props = { onPress: () => void };

/** Opens the import; absent unless uploading is on [HDR-04], waiting while the whole library is being deleted. */
export function AddPhotosButton({ onPress }: Props) {
  const { t } = useTranslation();
  const canUpload = useFlag('PhotoManagementUploadViewEnabled');
  const { isStopped } = useAdding();
  return (
    canUpload && (
      <Button onClick={onPress} disabled={isStopped}>
        {t('library.addPhotos')}
      </Button>
    )
  );
}
