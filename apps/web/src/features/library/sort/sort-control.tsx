import { type Sort, sortKey } from '@keepsake/contracts';
import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { sort: Sort; onChange: (sort: Sort) => void };

/** Sort by date taken or by upload date, newest or oldest first. */
export function SortControl({ sort, onChange }: Props) {
  const { t } = useTranslation();
  const isDescending = sort.sortOrder === 'desc';
  const order = t(isDescending ? 'library.newestFirst' : 'library.oldestFirst');
  return (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        aria-label={t('library.sortBy')}
        size="sm"
        value={sort.sortKey}
        onChange={(event) => onChange({ ...sort, sortKey: sortKey.parse(event.currentTarget.value) })}
        data={[
          { value: 'dateTaken', label: t('library.sortDateTaken') },
          { value: 'created', label: t('library.sortUploadDate') },
        ]}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={order}
        title={order}
        onClick={() => onChange({ ...sort, sortOrder: isDescending ? 'asc' : 'desc' })}
      >
        <svg
          viewBox="0 0 24 24"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          aria-hidden="true"
        >
          <path
            d={
              isDescending
                ? 'M7 5v14m0 0-3-3m3 3 3-3M13 6h7M13 12h5M13 18h3'
                : 'M7 19V5m0 0L4 8m3-3 3 3M13 6h3M13 12h5M13 18h7'
            }
          />
        </svg>
      </ActionIcon>
    </Group>
  );
}
