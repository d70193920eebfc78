import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { AddPhotosButton } from '../header/add-photos-button.tsx';

type Props = { onAddPhotos: () => void };

/** A library without photos [TL-04]. */
export function EmptyTimeline({ onAddPhotos }: Props) {
  const { t } = useTranslation();
  return <EmptyState action={<AddPhotosButton onPress={onAddPhotos} />}>{t('library.empty')}</EmptyState>;
}
