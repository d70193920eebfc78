import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { GroupState } from '../selection/selection.ts';
import { monthInSentence } from '../timeline/months.ts';
import classes from './check.module.css';

type Props = {
  sectionKey: string;
  state: GroupState;
  /** Whether Tab stops here: at the section of the grid's one tile that it stops at, so that nobody tabs through all. */
  isTabStop: boolean;
  onPress: () => void;
};

const CHECKED = { none: false, some: 'mixed', all: true } as const;

/** Selects all photos of a month, or none of them when all are [TL-05, TL-06]. */
export function SectionCheck({ sectionKey, state, isTabStop, onPress }: Props) {
  const { t } = useTranslation();
  const month = monthInSentence(sectionKey, useLocale());
  const label = month ? t('selection.selectMonth', { month }) : t('selection.selectUnknownDate');
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be told to be mixed without a script.
    <button
      type="button"
      role="checkbox"
      aria-checked={CHECKED[state]}
      aria-label={label}
      title={label}
      className={classes.section}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onPress}
    >
      <span className={classes.circle} data-state={state} />
    </button>
  );
}
