import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { AddToAlbumButton } from './add-to-album-button.tsx';

type Props = { albumId: string; onUpload: () => void };

/** An album without photos [ALD-08, ALD-09]. */
export function EmptyAlbum(props: Props) {
  const { t } = useTranslation();
  return <EmptyState action={<AddToAlbumButton {...props} isMain />}>{t('album.empty')}</EmptyState>;
}
