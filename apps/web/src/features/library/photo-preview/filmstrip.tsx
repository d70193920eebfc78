import type { Photo } from '@keepsake/contracts/library/photos';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { useRef, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDescribePhoto } from '#/features/library/photo-grid/index.ts';
import { cancelWhenRemoved, useRetryPicture } from '#/features/library/stage/index.ts';
import { thumbhashColour } from '#/shared/ui/thumbhash-image.ts';
import classes from './filmstrip.module.css';
import type { Nearby } from './sequence/preview-sequence.ts';
import { FILMSTRIP_STEP } from './use-room.ts';

/** Sharp enough for a filmstrip. */
const [THUMBNAIL_SIZE] = THUMBNAIL_SIZES;
/** Pixels of scrolling per photo: one notch of a wheel. */
const WHEEL_STEP = 100;
/** Pixels per line, for wheels that report lines. */
const LINE = 40;

type Props = {
  nearby: readonly Nearby[];
  onShow: (photoId: string) => void;
  onStep: (direction: 1 | -1) => void;
};

/** The photos around the current one, which stays in the middle. Wheel and arrow keys move along it. */
export function Filmstrip({ nearby, onShow, onStep }: Props) {
  const { t } = useTranslation();
  const describe = useDescribePhoto();
  const scrolled = useRef(0);

  function onWheel({ deltaX, deltaY, deltaMode }: WheelEvent): void {
    const delta = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
    scrolled.current += deltaMode === 0 ? delta : delta * LINE;
    if (Math.abs(scrolled.current) < WHEEL_STEP) return;
    onStep(scrolled.current > 0 ? 1 : -1);
    scrolled.current = 0;
  }

  return (
    <ul className={classes.strip} aria-label={t('preview.filmstrip')} onWheel={onWheel}>
      {nearby.map(({ key, steps, photo }) => (
        <Frame
          key={key}
          photo={photo}
          steps={steps}
          label={photo && describe(photo)}
          onPress={() => photo && steps !== 0 && onShow(photo.imageId)}
        />
      ))}
    </ul>
  );
}

type FrameProps = {
  photo: Photo | undefined;
  steps: number;
  label: string | undefined;
  onPress: () => void;
};

/** A photo of the strip, or its placeholder. Not in the tab order: arrow keys reach it. */
function Frame({ photo, steps, label, onPress }: FrameProps) {
  const place = { transform: `translateX(${steps * FILMSTRIP_STEP}px)` };
  const thumbnail = photo?.thumbnails.find(({ id }) => id === THUMBNAIL_SIZE);
  const [failedUrl, setFailedUrl] = useState<string>();
  const hasFailed = thumbnail !== undefined && thumbnail.url === failedUrl;
  useRetryPicture(hasFailed, () => setFailedUrl(undefined));
  const backgroundColor = photo?.thumbhash ? thumbhashColour(photo.thumbhash) : undefined;
  return (
    <li className={classes.frame} style={place}>
      {photo && (
        <button
          type="button"
          className={classes.button}
          style={{ backgroundColor }}
          tabIndex={-1}
          aria-label={label}
          aria-current={steps === 0 || undefined}
          onClick={onPress}
        >
          {thumbnail && !hasFailed && (
            <img
              ref={cancelWhenRemoved}
              className={classes.picture}
              src={thumbnail.url}
              alt=""
              decoding="async"
              fetchPriority="low"
              draggable={false}
              onError={() => setFailedUrl(thumbnail.url)}
            />
          )}
        </button>
      )}
    </li>
  );
}
