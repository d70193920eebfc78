import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '#/features/library/state/index.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { AddPhotosButton } from '../photos-page.tsx';
import { useTimelineView } from './timeline-source.ts';

type EmptyProps = {
  onAddPhotos: () => void;
  /** Removes the filter of a filtered library. */
  onShowAll?: (() => void) | undefined;
};

/** A library without photos [TL-04], or none that passes the filter, until another device changes that. */
export default function EmptyTimeline({ onAddPhotos, onShowAll }: EmptyProps) {
  const { t } = useTranslation();
  const { filter } = useTimelineView();
  const { data: counts } = useQuery(countsQuery);
  if (onShowAll && counts?.photosCount !== 0) {
    const showAll = <Button onClick={onShowAll}>{t('library.showAll')}</Button>;
    const none = filter === 'notPrinted' ? 'library.allPrinted' : 'library.noFavourites';
    return <EmptyState action={showAll}>{t(none)}</EmptyState>;
  }
  return <EmptyState action={<AddPhotosButton onPress={onAddPhotos} />}>{t('library.empty')}</EmptyState>;
}
