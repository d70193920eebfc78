import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { useTranslation } from 'react-i18next';
import { Icon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { Select } from '#/shared/ui/select.tsx';
import classes from './sort-control.module.css';

export const SORT_KEYS = [
  { value: 'dateTaken', label: 'library.sortDateTaken' },
  { value: 'created', label: 'library.sortUploadDate' },
] as const;

export type SortProps = { sort: Sort; onChange: (sort: Sort) => void };

/** Sort by date taken or by upload date, newest or oldest first [TL-13]. */
export function SortControl({ sort, onChange }: SortProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.control}>
      <Select
        label={t('library.sortBy')}
        value={sort.sortKey}
        choices={SORT_KEYS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(sortKey) => onChange({ ...sort, sortKey })}
      />
      <OrderButton sort={sort} onChange={onChange} />
    </div>
  );
}

/** Newest or oldest first; says which it is. */
export function OrderButton({ sort, onChange }: SortProps) {
  const { t } = useTranslation();
  const isNewestFirst = sort.sortOrder === 'desc';
  return (
    <QuietButton
      icon={<OrderIcon isNewestFirst={isNewestFirst} />}
      label={t(isNewestFirst ? 'library.newestFirst' : 'library.oldestFirst')}
      isCompact
      onPress={() => onChange({ ...sort, sortOrder: isNewestFirst ? 'asc' : 'desc' })}
    />
  );
}

/** Falling bars for newest first, rising bars for oldest first. */
export function OrderIcon({ isNewestFirst }: { isNewestFirst: boolean }) {
  return (
    <Icon
      path={
        isNewestFirst
          ? 'M7 5v14m-3-3 3 3 3-3M13.5 7H20m-6.5 5h4.5m-4.5 5h2'
          : 'M7 19V5M4 8l3-3 3 3m3.5-1h2m-2 5H18m-4.5 5H20'
      }
    />
  );
}
