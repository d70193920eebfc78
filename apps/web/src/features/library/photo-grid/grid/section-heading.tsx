import { Button, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { useTranslation } from 'react-i18next';
import { monthInSentence, type TitleOf } from '#/features/library/photo-store/index.ts';
import { useLocale } from '#/shared/format.ts';
import { drawing } from '#/shared/ui/icons.tsx';
import type { GroupState } from '../selection/selection.ts';
import classes from './section-heading.module.css';

type Props = {
  id: string;
  sectionKey: string;
  titleOf: TitleOf;
  box: { width: number; height: number };
  /** How much of the section is selected. */
  state: GroupState;
  /** Whether the checkbox is in the tab order: only that of the section with the grid's tab stop. */
  isTabStop: boolean;
  onToggle: () => void;
  /** Set if photos of the section could not be loaded. */
  onRetry: (() => void) | undefined;
};

/** The heading of a section, sticky while the section's photos are in view. */
export function SectionHeading({
  id,
  sectionKey,
  titleOf,
  box: { width, height },
  state,
  isTabStop,
  onToggle,
  onRetry,
}: Props) {
  const title = titleOf(sectionKey) ?? '';
  const shown = width < ROOM_FOR_NAME ? titleOf(sectionKey, 'short') : title;
  return (
    <header className={classes.heading} style={{ height }}>
      <SectionCheck sectionKey={sectionKey} state={state} isTabStop={isTabStop} onToggle={onToggle} />
      <h2 id={id} className={classes.title} title={title} aria-label={shown === title ? undefined : title}>
        {shown}
      </h2>
      {onRetry && <SectionFailure onRetry={onRetry} width={width} />}
    </header>
  );
}

/** Below these widths a month is abbreviated, and a failure shows only its button or the button's icon, in pixels. */
const ROOM_FOR_NAME = 180;
const ROOM_FOR_RETRY = 300;
const ROOM_FOR_FAILURE = 520;

const CHECKED = { none: false, some: 'mixed', all: true } as const;

type CheckProps = Pick<Props, 'sectionKey' | 'state' | 'isTabStop' | 'onToggle'>;

/** Selects all photos of a month, or none if all are selected [TL-05, TL-06]. */
function SectionCheck({ sectionKey, state, isTabStop, onToggle }: CheckProps) {
  const { t } = useTranslation();
  const month = monthInSentence(sectionKey, useLocale());
  const label = month ? t('selection.selectMonth', { month }) : t('selection.selectUnknownDate');
  return (
    // biome-ignore lint/a11y/useSemanticElements: only a script could set the mixed state of an input.
    <button
      type="button"
      role="checkbox"
      aria-checked={CHECKED[state]}
      aria-label={label}
      title={label}
      className={classes.check}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onToggle}
    >
      <span className={classes.circle} data-state={state} />
    </button>
  );
}

function SectionFailure({ onRetry, width }: { onRetry: () => void; width: number }) {
  const { t } = useTranslation();
  const text = t('library.monthFailed');
  const repeated = t('library.tryAgain');
  return (
    <span role="alert" className={classes.problem} data-heals>
      {width >= ROOM_FOR_FAILURE ? text : <VisuallyHidden>{text}</VisuallyHidden>}
      {width >= ROOM_FOR_RETRY ? (
        <Button size="compact-sm" variant="light" onClick={onRetry}>
          {repeated}
        </Button>
      ) : (
        <button
          type="button"
          className={classes.retry}
          aria-label={repeated}
          title={repeated}
          onClick={onRetry}
        >
          <RetryIcon />
        </button>
      )}
    </span>
  );
}

const RetryIcon = drawing('M19.5 5v4.5H15M19 9.5a7.5 7.5 0 1 0 .5 4.5', { size: 18 });
