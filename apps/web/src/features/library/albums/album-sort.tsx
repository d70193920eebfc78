import { useTranslation } from 'react-i18next';
import { createStoredValue } from '#/shared/storage.ts';
import { Select } from '#/shared/ui/select.tsx';
import { ALBUM_SORT_STORAGE_KEY, type AlbumSort, parseAlbumSort } from './saved-album-sort.ts';

/** Sort keys, each with its natural order. */
const CHOICES = {
  created: { sortKey: 'created', sortOrder: 'desc' },
  updated: { sortKey: 'updated', sortOrder: 'desc' },
  name: { sortKey: 'name', sortOrder: 'asc' },
  photosCount: { sortKey: 'photosCount', sortOrder: 'desc' },
} as const satisfies Record<string, AlbumSort>;

type Props = { sort: AlbumSort; onChange: (sort: AlbumSort) => void };

/** Selects how albums are sorted. */
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

/** How the customer's albums are sorted, remembered on this device. */
export const albumsSort = createStoredValue<AlbumSort>({
  key: ALBUM_SORT_STORAGE_KEY,
  parse: parseAlbumSort,
  format: ({ sortKey, sortOrder: order }) => `${sortKey} ${order}`,
});
