import { getAlbumLayout } from '@keepsake/contracts/library/albums';
import { Button, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeLayout, idsOf } from '#/features/library/photo-store/index.ts';
import { Bar } from '#/features/library/photo-view/index.ts';
import {
  type AlbumVersion,
  type Arrangement,
  arrangementQuery,
  useArrangement,
} from '#/features/library/photos/index.ts';
import { call } from '#/shared/api/call.ts';
import { onlyIf } from '#/shared/push.ts';
import { type Direction, planMove } from './plan-move.ts';
import { sendMove } from './send-move.ts';

export type MoveProps = { album: AlbumVersion; photoIds: readonly string[]; onBack: () => void };

const WAYS = ['first', 'earlier', 'later', 'last'] as const satisfies readonly Direction[];

/** The ids of an album's photos as they are shown. */
const orderQuery = (albumId: string, shown: Arrangement) =>
  queryOptions({
    queryKey: ['Albums', 'order', albumId, shown],
    meta: { action: 'LOAD_ALBUM_PHOTOS', concerns: onlyIf('photos-changed', () => false) },
    queryFn: async ({ signal }) => {
      const query = arrangementQuery(shown);
      return idsOf(decodeLayout(await call(getAlbumLayout, { params: { albumId }, query }, { signal })));
    },
  });

/** Moves selected photos within their album, press by press; they stay selected. Says at which place they are. */
export default function MoveBar({ album, photoIds, onBack }: MoveProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { albumId } = album;
  const shown = useArrangement(album);
  const { data: read } = useQuery(orderQuery(albumId, shown));
  // Presses follow one another faster than the album is read.
  const [moved, setMoved] = useState<{ order: readonly string[]; at: number }>();
  const order = moved?.order ?? read;
  const chosen = new Set(photoIds);
  useEffect(() => returnFocus, []);
  function move(direction: Direction): void {
    const planned = order && planMove(order, chosen, direction);
    if (!planned) return;
    setMoved(planned);
    sendMove(client, { albumId, shown, ...planned, onFailed: () => setMoved(undefined) });
  }
  return (
    <Bar label={t('album.move')} isConfirmation>
      <Button variant="default" onClick={onBack}>
        {t('selection.back')}
      </Button>
      {WAYS.map((way) => (
        <Button
          key={way}
          ref={way === WAYS[0] ? takeFocus : undefined}
          variant="default"
          // Stays where the focus is.
          aria-disabled={!order || !planMove(order, chosen, way)}
          onClick={() => move(way)}
        >
          {t(`album.moves.${way}`)}
        </Button>
      ))}
      <VisuallyHidden role="status">
        {moved && t('album.movedTo', { at: moved.at, total: moved.order.length })}
      </VisuallyHidden>
    </Bar>
  );
}

/** The pressed entry of the menu has disappeared together with the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** To the menu, which is there again. */
function returnFocus(): void {
  document.querySelector<HTMLElement>('[data-selection-bar] [aria-expanded]')?.focus();
}
