import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { AddPhotosButton } from '../header/add-photos-button.tsx';
import { countsQuery } from '../header/counts-queries.ts';

type Props = {
  onAddPhotos: () => void;
  /** Of a filtered library: takes the filter away. */
  onShowAll?: (() => void) | undefined;
};

/** A library without photos [TL-04], or one of which everything is printed, until another device changes that. */
export function EmptyTimeline({ onAddPhotos, onShowAll }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: counts } = useQuery(countsQuery);
  usePush('photos-changed', () => {
    for (const tag of PHOTO_TAGS) {
      void client.invalidateQueries({ queryKey: [tag] });
    }
  });
  if (onShowAll && counts?.photosCount !== 0) {
    const showAll = <Button onClick={onShowAll}>{t('library.showAll')}</Button>;
    return <EmptyState action={showAll}>{t('library.allPrinted')}</EmptyState>;
  }
  return <EmptyState action={<AddPhotosButton onPress={onAddPhotos} />}>{t('library.empty')}</EmptyState>;
}
