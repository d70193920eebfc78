import type { Photo } from '@keepsake/contracts/library/photos';
import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DensityChoices, DensityControl, MarkedPhotos } from '#/features/library/photo-grid/index.ts';
import type { SourceSection } from '#/features/library/photo-store/index.ts';
import { PhotoView, SelectionBar } from '#/features/library/photo-view/index.ts';
import { AlbumSkeleton } from '#/features/library/photos/index.ts';
import { useRestoreAll } from '#/features/library/restoring/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useLocale } from '#/shared/format.ts';
import { useMedia } from '#/shared/layout.ts';
import { formatDayAndMonth } from '#/shared/near-days.ts';
import { focusIfLost } from '#/shared/ui/dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { DeleteIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { endDialog, RestoreIcon, useDeletedActions } from './deleted-actions.tsx';
import classes from './deleted-photos.module.css';
import { DELETED_VIEW, deletedSource, useDeletedSections, useLastDay } from './queries.ts';

/** The photos that can come back, in their four states. */
export function DeletedPhotos() {
  const { t } = useTranslation();
  const { data: sections, error, refetch } = useDeletedSections();
  if (!sections && error)
    return <ErrorState error={error} message={t('library.loadFailed')} onRetry={() => void refetch()} />;
  if (!sections) return <AlbumSkeleton />;
  if (sections.length === 0) return <NoneDeleted />;
  return (
    <>
      <p className={classes.hint}>{t('deleted.hint')}</p>
      <DeletedGrid sections={sections} />
    </>
  );
}

function NoneDeleted() {
  const { t } = useTranslation();
  // The button that restored all of them has gone.
  useEffect(focusIfLost, []);
  const toPhotos = (
    <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />} variant="default">
      {t('library.showAll')}
    </Button>
  );
  return <EmptyState action={toPhotos}>{t('deleted.none')}</EmptyState>;
}

const previewOf = ({ imageId }: Photo) => `/my-photos/deleted/preview/${imageId}`;
/** It has one section, without a heading. */
const untitled = () => null;

/** The grid, each photo with its last day. */
function DeletedGrid({ sections }: { sections: readonly SourceSection[] }) {
  const { t } = useTranslation();
  const isPhone = !useMedia(`(min-width: ${BREAKPOINTS.medium}px)`);
  const hasPreview = useFlag('PhotoManagementTimelineViewEnabled');
  const locale = useLocale();
  const dayOf = useLastDay();
  const marks = useMemo(() => {
    const labelOf = (photo: Photo) => t('deleted.until', { date: formatDayAndMonth(dayOf(photo), locale) });
    return { labelOf, kind: 'noted' } as const;
  }, [t, dayOf, locale]);
  const actions = useDeletedActions();
  const ofAll = <ActionsOfAll count={sections[0]?.count ?? 0} />;
  const beside = (
    <>
      <DensityControl />
      {ofAll}
    </>
  );
  const inMenu = (
    <>
      <DensityChoices />
      {ofAll}
    </>
  );
  return (
    <MarkedPhotos value={marks}>
      <PhotoView
        photos={{ view: DELETED_VIEW, source: deletedSource, sections, scope: 'deleted' }}
        titleOf={untitled}
        drawBar={(selected) => <SelectionBar {...selected} actions={actions} />}
        hrefOf={hasPreview ? previewOf : undefined}
        controls={isPhone ? undefined : beside}
        menu={isPhone ? inMenu : undefined}
        failureMessage={t('library.loadFailed')}
      />
    </MarkedPhotos>
  );
}

/** Restores all of them, or deletes all of them for good, once confirmed. */
function ActionsOfAll({ count }: { count: number }) {
  const { t } = useTranslation();
  const restoreAll = useRestoreAll();
  useEffect(() => endDialog.loadWhenIdle(), []);
  return (
    <>
      <QuietButton
        icon={<RestoreIcon />}
        label={t('deleted.restoreAll')}
        onPress={() => restoreAll(undefined)}
      />
      <QuietButton
        icon={<DeleteIcon />}
        label={t('deleted.empty')}
        onPress={() => endDialog.open({ photoIds: 'all', count, onDone: nothing })}
        isDangerous
      />
    </>
  );
}

const nothing = () => undefined;
