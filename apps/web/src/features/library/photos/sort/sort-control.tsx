import type { Sort } from '@keepsake/contracts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '#/shared/ui/select.tsx';
import classes from './sort-control.module.css';
import { NewestFirstIcon, OldestFirstIcon } from './sort-icons.tsx';

type Props = { sort: Sort; onChange: (sort: Sort) => void };

/** Sort by date taken or by upload date, newest or oldest first [TL-13]. */
export function SortControl({ sort, onChange }: Props) {
  const { t } = useTranslation();
  const isNewestFirst = sort.sortOrder === 'desc';
  const order = t(isNewestFirst ? 'library.newestFirst' : 'library.oldestFirst');
  return (
    <div className={classes.control}>
      <Select
        label={t('library.sortBy')}
        value={sort.sortKey}
        choices={[
          { value: 'dateTaken', label: t('library.sortDateTaken') },
          { value: 'created', label: t('library.sortUploadDate') },
        ]}
        onChange={(sortKey) => onChange({ ...sort, sortKey })}
      />
      <ActionIcon
        variant="subtle"
        size={40}
        aria-label={order}
        title={order}
        onClick={() => onChange({ ...sort, sortOrder: isNewestFirst ? 'asc' : 'desc' })}
      >
        {isNewestFirst ? <NewestFirstIcon /> : <OldestFirstIcon />}
      </ActionIcon>
    </div>
  );
}
