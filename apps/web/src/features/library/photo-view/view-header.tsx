import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewSelection } from '#/features/library/photo-grid/index.ts';
import { useIsMobile } from '#/shared/layout.ts';
import type { PhotoAction } from './photo-action.ts';
import classes from './view-header.module.css';

type Props = {
  selection: ViewSelection;
  /** Number of photos in the view; 0 while unknown. */
  total: number;
  /** The view's controls, shown while nothing is being selected. */
  children: ReactNode;
};

/** Above the photos: Select and the view's controls; while selecting, Cancel, 'N selected' and Select all [TL-12..15]. */
export function ViewHeader({ selection, total, children }: Props) {
  const { t } = useTranslation();
  const isSelecting = selection.selection.isSelecting;
  const isAllSelected = total > 0 && selection.selection.count === total;
  const { begin, end, clear, selectAll } = selection.controller;
  return (
    <div className={classes.header} data-selecting={isSelecting || undefined}>
      {/* One button for both states, so that it keeps the focus. */}
      <Button variant="default" disabled={total === 0} onClick={isSelecting ? end : begin}>
        {isSelecting ? t('selection.cancel') : t('selection.select')}
      </Button>
      <span className={classes.count} aria-live="polite">
        {isSelecting && <Count selection={selection} />}
      </span>
      <div className={classes.controls}>
        {isSelecting ? (
          <Button
            variant="subtle"
            // Until the photos are known there is nothing to select, and a press would be lost.
            disabled={total === 0}
            onClick={isAllSelected ? clear : () => void selectAll()}
          >
            {isAllSelected ? t('selection.selectNone') : t('selection.selectAll')}
          </Button>
        ) : (
          children
        )}
      </div>
    </div>
  );
}

function Count({ selection: { selection, awaited, rangeCount } }: { selection: ViewSelection }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.some}>{t('selection.count', { count: selection.count })}</span>
      {awaited > 0 && <span className={classes.more}>{t('selection.awaited', { count: awaited })}</span>}
      {rangeCount > 0 && <span className={classes.more}>{t('selection.range', { count: rangeCount })}</span>}
    </>
  );
}

type WholeViewButtonProps = { action: PhotoAction; onPress: (key: PhotoAction['key']) => void };

/** Offers an action for all photos of a view. */
export function WholeViewButton({ action: { key, label, icon }, onPress }: WholeViewButtonProps) {
  const isMobile = useIsMobile();
  return (
    <Button leftSection={isMobile ? undefined : icon} onClick={() => onPress(key)}>
      {label}
    </Button>
  );
}
