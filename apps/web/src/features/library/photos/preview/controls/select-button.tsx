import { useTranslation } from 'react-i18next';
import { type SelectionPlace, usePhotoSelected } from '../../selection/use-photo-selected.ts';
import { BarButton } from './bar-button.tsx';
import { CheckIcon } from './icons.tsx';

/** Takes the photo into the selection of its view, or out of it. */
export function SelectButton({ place, photoId }: { place: SelectionPlace; photoId: string }) {
  const { t } = useTranslation();
  const { isSelected, toggle } = usePhotoSelected(place, photoId);
  return (
    <BarButton label={t('preview.select')} isPressed={isSelected} onPress={toggle}>
      <CheckIcon />
    </BarButton>
  );
}
