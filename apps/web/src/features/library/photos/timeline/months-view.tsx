import type { Photo, TimelineMap } from '@keepsake/contracts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useLocale } from '#/shared/format.ts';
import type { GridEngine } from '../grid/grid-engine.ts';
import type { GridSection } from '../grid/grid-section.ts';
import { DateScrubber } from '../scrubber/date-scrubber.tsx';
import { FastScrollHandle } from '../scrubber/fast-scroll-handle.tsx';
import { PhotoView } from '../view/photo-view.tsx';
import { createMonthTitles, monthsOf, yearOfKey } from './months.ts';
import { openedMonths, openMonth } from './preferences.ts';
import classes from './timeline.module.css';
import { createTimelineSource } from './timeline-source.ts';
import { searchOf, type TimelineView } from './timeline-view.ts';

type Props = {
  /** 'timeline', or what the months are picked from for. */
  view: string;
  map: TimelineMap | undefined;
  /** The same object from render to render while nothing changes. */
  shown: TimelineView;
  actions: readonly PhotoAction[];
  controls: ReactNode;
  /** Of months to pick photos from: called when picking ends. */
  onLeave?: () => void;
};

/** The library by months, with what jumps among them. */
export function MonthsView({ view, map, shown, actions, controls, onLeave }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opened = openedMonths.use();
  const hasPreview = useFlag('PhotoManagementTimelineViewEnabled') && !onLeave;
  const source = useMemo(() => createTimelineSource(shown), [shown]);
  const sections = useMemo(() => map && monthsOf(map, shown.sortOrder), [map, shown.sortOrder]);
  const previewOf = useCallback(
    ({ imageId }: Photo) => `/my-photos/photos/preview/${imageId}${searchOf(shown)}`,
    [shown],
  );
  const titleOf = useMemo(() => createMonthTitles(locale, t('library.unknownDate')), [locale, t]);
  const drawScrubbers = useCallback(
    (engine: GridEngine, drawn: readonly GridSection[]) => (
      <>
        <DateScrubber engine={engine} sections={drawn} titleOf={titleOf} yearOf={yearOfKey} />
        <FastScrollHandle engine={engine} sections={drawn} titleOf={titleOf} />
      </>
    ),
    [titleOf],
  );

  return (
    <div className={classes.timeline}>
      <PhotoView
        photos={{ view, source, sections, opened }}
        titleOf={titleOf}
        actions={actions}
        // Gated as its route is [TL-22, FLG-04].
        hrefOf={hasPreview ? previewOf : undefined}
        onOpen={openMonth}
        controls={controls}
        onLeave={onLeave}
      >
        {drawScrubbers}
      </PhotoView>
    </div>
  );
}
