import { useTranslation } from 'react-i18next';
import type { GroupState } from '../selection/selection.ts';
import classes from './check.module.css';

type Props = { title: string; state: GroupState; onPress: () => void };

const CHECKED = { none: false, some: 'mixed', all: true } as const;

/** Selects all photos of a month, or none of them when all are [TL-05, TL-06]. */
export function SectionCheck({ title, state, onPress }: Props) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be told to be mixed without a script.
    <button
      type="button"
      role="checkbox"
      aria-checked={CHECKED[state]}
      aria-label={t('selection.selectMonth', { month: title })}
      title={t('selection.selectMonth', { month: title })}
      className={classes.section}
      onClick={onPress}
    >
      <span className={classes.circle} data-state={state} />
    </button>
  );
}
