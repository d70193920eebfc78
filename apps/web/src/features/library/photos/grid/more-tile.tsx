import { useTranslation } from 'react-i18next';
import { formatNumber, useLocale } from '#/shared/format.ts';
import type { GridSection } from './grid-section.ts';
import classes from './photo-grid.module.css';

type Props = {
  section: GridSection;
  title: string | null;
  isTabStop: boolean;
  onOpen: (sectionKey: string) => void;
};

/** '+N': the photos of a month that are still folded away [TL-10]. */
export function MoreTile({ section, title, isTabStop, onOpen }: Props) {
  const { t } = useTranslation();
  const count = formatNumber(section.moreCount, useLocale());
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t('library.showMore', { count: section.moreCount, month: title ?? '' })}
      onClick={() => onOpen(section.key)}
    >
      +{count}
    </button>
  );
}
