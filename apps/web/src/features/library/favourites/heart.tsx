import type { Photo } from '@keepsake/contracts/library/photos';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isLetter } from '#/features/library/stage/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { HeartIcon } from '#/shared/ui/icons.tsx';
import classes from './heart.module.css';
import { markPhotos } from './mark-photos.ts';

type Props = { photo: Photo; isSelecting: boolean };

/** Marks a favourite on its tile, and can be pressed where a mouse is; while selecting, the whole tile selects. */
export default function Heart({ photo, isSelecting }: Props) {
  if (!isSelecting) return <HeartButton photo={photo} />;
  if (!photo.isFavourite) return null;
  return (
    <span className={classes.heart} data-favourite aria-hidden="true">
      <HeartIcon />
    </span>
  );
}

function HeartButton({ photo }: Pick<Props, 'photo'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => pressByKey(button.current), []);
  return (
    <button
      ref={button}
      type="button"
      className={classes.heart}
      tabIndex={-1}
      aria-label={t('library.favourite')}
      aria-pressed={photo.isFavourite === true}
      data-favourite={photo.isFavourite}
      onClick={(event) => {
        // The tile does not open.
        event.preventDefault();
        toggle(client, photo);
      }}
    >
      <HeartIcon />
    </button>
  );
}

function toggle(client: QueryClient, photo: Photo): void {
  markPhotos(client, { photoIds: [photo.imageId], photoOf: () => photo }, !photo.isFavourite);
}

/** A tile is one stop of the keyboard: the key f on its photo presses its heart. */
function pressByKey(button: HTMLButtonElement | null) {
  const tile = button?.closest<HTMLElement>('[data-tile]');
  if (!button || !tile) return;
  return listenTo(tile, 'keydown', (event) => isLetter(event, 'f') && button.click());
}
