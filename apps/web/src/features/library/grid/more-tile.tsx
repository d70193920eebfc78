import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { monthInSentence } from '../timeline/months.ts';
import type { GridSection } from './grid-section.ts';
import classes from './photo-grid.module.css';

type Props = {
  section: GridSection;
  isTabStop: boolean;
  onOpen: (sectionKey: string) => void;
};

/** '+N': the photos of a month that are still folded away [TL-10]. */
export function MoreTile({ section, isTabStop, onOpen }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { key, moreCount: count } = section;
  const month = monthInSentence(key, locale);
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={
        month ? t('library.showMore', { count, month }) : t('library.showMoreUnknownDate', { count })
      }
      onClick={() => onOpen(key)}
    >
      +{formatNumber(count, locale)}
    </button>
  );
}
