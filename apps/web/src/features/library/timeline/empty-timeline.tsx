import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/photo-tags.ts';
import { usePush } from '#/shared/push/use-push.ts';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { AddPhotosButton } from '../header/add-photos-button.tsx';

type Props = { onAddPhotos: () => void };

/** A library without photos [TL-04], until another device adds some. */
export function EmptyTimeline({ onAddPhotos }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePush('photos-changed', () => {
    for (const tag of PHOTO_TAGS) {
      void client.invalidateQueries({ queryKey: [tag] });
    }
  });
  return <EmptyState action={<AddPhotosButton onPress={onAddPhotos} />}>{t('library.empty')}</EmptyState>;
}
