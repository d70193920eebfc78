import type { Photo } from '@keepsake/contracts/library/photos';
import { LARGEST_THUMBNAIL, PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wasShown } from '#/features/library/photo-grid/index.ts';
import { cancelWhenRemoved, useRetryPicture } from '#/features/library/stage/index.ts';
import { useTurnLeft } from '#/features/library/turns/index.ts';
import { makeStale } from '#/shared/api/query-tags.ts';
import { useCustomerId } from '#/shared/customer-query.ts';
import { thumbhashPicture } from '#/shared/ui/thumbhash-image.ts';
import classes from './photo-picture.module.css';

type Props = {
  photo: Photo;
  alt: string;
  /** False while a more important picture is loading. */
  mayLoad: boolean;
  /** Called when the picture has loaded or failed. */
  onSettled: (photoId: string) => void;
};

/** A photo in a box with its aspect ratio: blurred, then a thumbnail already in the browser, then the picture. */
export function PhotoPicture({ photo, alt, mayLoad, onSettled }: Props) {
  const { state, retry, decode, fail } = useLoading(() => onSettled(photo.imageId));
  // Chosen once, so that it does not change while visible.
  const [thumbnail] = useState(() => thumbnailInBrowser(photo));
  const picture = pictureOf(photo);
  const turnLeft = useTurnLeft(photo);
  const layer = turnedLayer(photo, turnLeft);
  // The words in place of a picture need the whole stage: a small or narrow picture's box would cut them off.
  const hasShape = ratioOf(photo) !== undefined && photo.thumbnailState !== 'failure' && state !== 'failed';
  return (
    <div className={classes.picture} data-picture style={boxOf(photo, turnLeft)} data-known={hasShape}>
      {thumbnail && state !== 'ready' && (
        <img className={classes.layer} style={layer} src={thumbnail} alt="" draggable={false} />
      )}
      {picture && state !== 'failed' && (mayLoad || state === 'ready') && (
        <img
          ref={cancelWhenRemoved}
          className={classes.layer}
          style={layer}
          src={picture}
          alt={alt}
          draggable={false}
          data-ready={state === 'ready'}
          onLoad={(event) => void decode(event.currentTarget)}
          onError={fail}
        />
      )}
      <PictureNotice photo={photo} hasFailed={state === 'failed'} onRetry={retry} />
    </div>
  );
}

/** Whether the picture has loaded, and can be drawn, or has failed; a failed one is requested again when the network is back. */
function useLoading(onSettled: () => void) {
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  const client = useQueryClient();
  const retry = () => setState('waiting');
  useRetryPicture(state === 'failed', retry);
  return {
    state,
    retry,
    fail() {
      setState('failed');
      onSettled();
      // A failed image has no status: the library may have become hidden.
      void makeStale(client, ['Storage']);
    },
    async decode(image: HTMLImageElement) {
      // What cannot be decoded beforehand has loaded nevertheless, and is drawn as far as it goes.
      await image.decode?.().catch(() => undefined);
      setState('ready');
      onSettled();
    },
  };
}

const isLying = (degrees: number) => degrees % 180 !== 0;

/** A photo that is yet to be turned has the box that it will have. */
function boxOf(photo: Photo, turnLeft: number) {
  const placeholder = photo.thumbhash && turnLeft === 0 ? thumbhashPicture(photo.thumbhash) : '';
  const { visibleWidth, visibleHeight } = photo;
  const [ratio, natural] = [ratioOf(photo), isLying(turnLeft) ? visibleHeight : visibleWidth];
  return {
    '--ratio': ratio && isLying(turnLeft) ? 1 / ratio : ratio,
    // Never larger than its own pixels.
    '--natural': natural ? `${natural}px` : undefined,
    backgroundImage: placeholder ? `url(${placeholder})` : undefined,
  };
}

/** Draws what is there turned by so much. One that lies fits into the box of one that stands, and is enlarged to fill it. */
function turnedLayer(photo: Photo, turnLeft: number) {
  if (turnLeft === 0) return undefined;
  const ratio = ratioOf(photo) ?? 1;
  const scale = isLying(turnLeft) ? Math.max(ratio, 1 / ratio) : 1;
  return { transform: `rotate(${turnLeft}deg) scale(${scale})` };
}

/** Reasons of the images platform that people can do something about; the others are ours. */
const WHY: Partial<Record<string, 'damaged' | 'unsupported' | 'tooLarge' | 'tooHeavy'>> = {
  NOT_AN_IMAGE: 'damaged',
  TRUNCATED: 'damaged',
  UNSUPPORTED_FORMAT: 'unsupported',
  TOO_LARGE: 'tooLarge',
  TOO_HEAVY: 'tooHeavy',
};

type NoticeProps = { photo: Photo; hasFailed: boolean; onRetry: () => void };

/** Shown over a photo without a picture: it is being made, cannot be made, or failed to load [PHO-08]. */
function PictureNotice({ photo, hasFailed, onRetry }: NoticeProps) {
  const { t } = useTranslation();
  const why = WHY[photo.failure ?? ''];
  if (photo.thumbnailState === 'loading') return <p className={classes.notice}>{t('preview.preparing')}</p>;
  if (photo.failure === 'ORIGINAL_MISSING') return <OriginalDamaged photo={photo} />;
  if (photo.thumbnailState === 'failure') {
    return (
      <div className={classes.notice}>
        <p>{t('preview.cannotShow', { name: photo.localFileName })}</p>
        {why && <p>{t(`preview.why.${why}`, PHOTO_LIMITS)}</p>}
        <a className={classes.noticeAction} href={photo.untouchedUrl} download>
          {t('preview.downloadOriginal')}
        </a>
      </div>
    );
  }
  if (!hasFailed) return null;
  return (
    <div className={classes.notice} role="alert">
      <p>{t('preview.pictureFailed')}</p>
      <button type="button" className={classes.noticeAction} onClick={onRetry}>
        {t('preview.tryAgain')}
      </button>
    </div>
  );
}

/** The original is damaged and cannot be downloaded; only its owner can restore it. */
function OriginalDamaged({ photo: { localFileName: name, ownerId } }: { photo: Photo }) {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const isOwn = ownerId === undefined || ownerId === customerId;
  const text = isOwn ? t('preview.originalDamaged', { name }) : t('preview.sharedOriginalDamaged', { name });
  return <p className={classes.notice}>{text}</p>;
}

/** Address of the picture in the preview [PHO-04]; undefined while there is none. */
export function pictureOf({ thumbnails, thumbnailState, url }: Photo): string | undefined {
  if (thumbnailState !== 'success') return undefined;
  return (thumbnails.find(({ id }) => id === LARGEST_THUMBNAIL) ?? thumbnails.at(-1))?.url ?? url;
}

/** The largest smaller thumbnail that the browser already has, shown until the picture is loaded. */
function thumbnailInBrowser({ thumbnails }: Photo): string | undefined {
  return thumbnails.findLast(({ id, url }) => id < LARGEST_THUMBNAIL && wasShown(url))?.url;
}

/** width / height as displayed; undefined while unknown. */
function ratioOf({ visibleWidth, visibleHeight, thumbnails }: Photo): number | undefined {
  if (visibleWidth && visibleHeight) return visibleWidth / visibleHeight;
  const { width, height } = thumbnails.at(-1) ?? {};
  return width && height ? width / height : undefined;
}
