import { useTranslation } from 'react-i18next';
import { Select } from '#/shared/ui/select/select.tsx';
import type { AlbumSort } from '../api/album-queries.ts';

/** The choices, each in the order that one expects of it. */
const CHOICES = {
  created: { sortKey: 'created', sortOrder: 'desc' },
  updated: { sortKey: 'updated', sortOrder: 'desc' },
  name: { sortKey: 'name', sortOrder: 'asc' },
  photosCount: { sortKey: 'photosCount', sortOrder: 'desc' },
} as const satisfies Record<string, AlbumSort>;

type Props = { sort: AlbumSort; onChange: (sort: AlbumSort) => void };

/** Sorts albums by date, name or number of photos. */
export function AlbumSortControl({ sort, onChange }: Props) {
  const { t } = useTranslation();
  const keys = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  return (
    <Select
      label={t('albums.sortBy')}
      value={sort.sortKey}
      choices={keys.map((key) => ({ value: key, label: t(`albums.sort.${key}`) }))}
      onChange={(key) => onChange(CHOICES[key])}
    />
  );
}
