import { type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridEngine, TimelineLayout } from '#/features/library/photo-grid/index.ts';
import { type GridSection, type TitleOf, yearOfKey } from '#/features/library/photo-store/index.ts';
import classes from './date-scrubber.module.css';
import { FastScrollHandle } from './fast-scroll-handle.tsx';
import { useScrubber } from './use-scrubber.ts';

type Props = {
  engine: GridEngine;
  sections: readonly GridSection[];
  titleOf: TitleOf;
};

/** Both ways to jump to a date: a rail, and on phones a handle. */
export default function Scrubbers(props: Props) {
  return (
    <>
      <DateScrubber {...props} />
      <FastScrollHandle {...props} />
    </>
  );
}

/** Space around the rail in pixels, as in its style sheet: measuring it would force a layout each time. */
const MIN_ABOVE = 88;
const BELOW = 24;

/**
 * A rail with the years of the library, for jumping to a date; on phones it is only accessible to keyboards and screen readers.
 */
function DateScrubber({ engine, sections, titleOf }: Props) {
  const { t } = useTranslation();
  const scrubber = useScrubber(engine);
  const { layout, fraction, section, pointer, isDragging } = scrubber;
  const labels = useMemo(() => sections.map(({ key }) => yearOfKey(key)), [sections]);
  const railHeight = engine.getViewport().height - Math.max(MIN_ABOVE, -scrubber.top) - BELOW;
  const isNeeded = layout !== null && layout.height() > engine.getViewport().height * 2;
  const shown = pointer ?? fraction;
  const titleAt = (index: number) => titleOf(sections[index]?.key ?? '') ?? '';

  return (
    <div
      ref={scrubber.railRef}
      className={classes.rail}
      style={{ '--photos-top': `${-scrubber.top}px` } as CSSProperties}
      hidden={!isNeeded}
      data-dragging={isDragging || undefined}
      role="slider"
      tabIndex={0}
      aria-label={t('library.scrubber')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, sections.length - 1)}
      aria-valuenow={section}
      aria-valuetext={titleAt(section)}
      {...scrubber.handlers}
    >
      {layout && <Marks layout={layout} labels={labels} railHeight={railHeight} />}
      <span className={classes.position} style={{ top: `${fraction * 100}%` }} />
      <span
        className={classes.label}
        data-shown={pointer !== undefined || undefined}
        style={{ top: `${shown * 100}%` }}
      >
        {titleAt(scrubber.named)}
      </span>
    </div>
  );
}

/** A label of the rail, and its position as a fraction of the rail. */
type ScrubberMark = { label: string; fraction: number };

/** Labels closer than this would overlap, in pixels. */
const MARK_DISTANCE = 26;

type MarksProps = { layout: TimelineLayout; labels: readonly string[]; railHeight: number };

function Marks(props: MarksProps) {
  return scrubberMarks(props).map(({ label, fraction }) => (
    <span key={label} className={classes.mark} style={{ top: `${fraction * 100}%` }}>
      {label}
    </span>
  ));
}

/** The first section of each label, positioned by the height of its photos; labels without room are left out. */
function scrubberMarks({ layout, labels, railHeight }: MarksProps): ScrubberMark[] {
  const marks: ScrubberMark[] = [];
  const total = Math.max(1, layout.height());
  let previous: string | undefined;
  for (let section = 0; section < layout.sectionCount; section++) {
    const label = labels[section] ?? '';
    if (label === previous) continue;
    previous = label;
    const fraction = layout.topOf(section) / total;
    const last = marks.at(-1);
    if (label && (!last || (fraction - last.fraction) * railHeight >= MARK_DISTANCE))
      marks.push({ label, fraction });
  }
  return marks;
}
