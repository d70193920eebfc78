import type { Photo, Sort, TimelineMap } from '@keepsake/contracts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import type { GridEngine } from '../grid/grid-engine.ts';
import type { GridSection } from '../grid/grid-section.ts';
import { DateScrubber } from '../scrubber/date-scrubber.tsx';
import { FastScrollHandle } from '../scrubber/fast-scroll-handle.tsx';
import { PhotoView } from '../view/photo-view.tsx';
import { createMonthTitles, monthsOf, yearOfKey } from './months.ts';
import { openedMonths, openMonth } from './preferences.ts';
import classes from './timeline.module.css';
import { createTimelineSource } from './timeline-source.ts';

type Props = {
  /** 'timeline', or what the months are picked from for. */
  view: string;
  map: TimelineMap | undefined;
  sort: Sort;
  actions: readonly PhotoAction[];
  controls: ReactNode;
  /** Of months to pick photos from: called when picking ends. */
  onLeave?: () => void;
};

/** The library by months, with what jumps among them. */
export function MonthsView({ view, map, sort, actions, controls, onLeave }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opened = openedMonths.use();
  const hasPreview = useFlag('PhotoManagementTimelineViewEnabled') && !onLeave;
  const source = useMemo(() => createTimelineSource(sort), [sort]);
  const sections = useMemo(() => map && monthsOf(map, sort.sortOrder), [map, sort.sortOrder]);
  const titleOf = useMemo(() => createMonthTitles(locale, t('library.unknownDate')), [locale, t]);
  const drawScrubbers = useCallback(
    (engine: GridEngine, shown: readonly GridSection[]) => (
      <>
        <DateScrubber engine={engine} sections={shown} titleOf={titleOf} yearOf={yearOfKey} />
        <FastScrollHandle engine={engine} sections={shown} titleOf={titleOf} />
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

/** Address of a photo's preview [TL-22], gated as its route is [FLG-04]. */
const previewOf = ({ imageId }: Photo) => `/my-photos/photos/preview/${imageId}`;
