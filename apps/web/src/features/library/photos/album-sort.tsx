import { setOwnOrder } from '@keepsake/contracts/library/album-order';
import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { drawing } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { sayFailed } from '#/shared/ui/say-failed.tsx';
import { Select } from '#/shared/ui/select.tsx';
import { type AlbumVersion, albumPhotosSort } from './album-source.ts';
import { SortChoices } from './sort-choices.tsx';
import classes from './sort-control.module.css';
import { OrderButton, SORT_KEYS, type SortProps } from './sort-control.tsx';

/** No sort key, but a choice beside them: the order that an album has itself. */
const OWN = { value: 'own', label: 'library.sortOwn' } as const;

/** Photos, one after the other. */
const OwnIcon = drawing('M4 5.5h5v5H4zM12 8h8M4 13.5h5v5H4zM12 16h8');

type AlbumSorting = SortProps & {
  isOwn: boolean;
  chooseOwn: () => void;
};

/** The sort of own albums, and the order that this one has itself: a sort ends it, for this album alone. */
export function useAlbumSorting({ albumId, isInOwnOrder = false }: AlbumVersion): AlbumSorting {
  const client = useQueryClient();
  return {
    sort: albumPhotosSort.use(),
    onChange(sort) {
      albumPhotosSort.set(sort);
      if (isInOwnOrder) sendOwnOrder(client, albumId, false);
    },
    isOwn: isInOwnOrder,
    chooseOwn: () => !isInOwnOrder && sendOwnOrder(client, albumId, true),
  };
}

/** Not a `useMutation`, which drops what is chosen by keys a moment later. */
function sendOwnOrder(client: QueryClient, albumId: string, isInOwnOrder: boolean): void {
  const mutation = new MutationObserver(client, {
    scope: { id: `order of ${albumId}` },
    meta: { action: 'SET_OWN_ORDER', invalidates: ['Albums'] },
    mutationFn: () => call(setOwnOrder, { params: { albumId }, body: { isInOwnOrder } }),
    onError: (error) => sayFailed(i18next.t('album.orderFailed'), error),
  });
  // Reported and told by the client and `onError`.
  mutation.mutate().catch(() => undefined);
}

/** As for other photos, and the album's own order. */
export function AlbumSortControl({ sort, onChange, isOwn, chooseOwn }: AlbumSorting) {
  const { t } = useTranslation();
  return (
    <div className={classes.control}>
      <Select
        label={t('library.sortBy')}
        value={isOwn ? OWN.value : sort.sortKey}
        choices={[...SORT_KEYS, OWN].map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(chosen) => (chosen === OWN.value ? chooseOwn() : onChange({ ...sort, sortKey: chosen }))}
      />
      {!isOwn && <OrderButton sort={sort} onChange={onChange} />}
    </div>
  );
}

/** The same as menu items: a sort is chosen instead of an own order that is on. */
export function AlbumSortChoices({ sort, onChange, isOwn, chooseOwn }: AlbumSorting) {
  const { t } = useTranslation();
  return (
    <>
      <SortChoices sort={sort} onChange={onChange} isOff={isOwn} />
      <QuietButton icon={<OwnIcon />} label={t(OWN.label)} isPressed={isOwn} onPress={chooseOwn} />
    </>
  );
}
