import type { Leaf, Opening } from '@keepsake/contracts/creations/openings';
import {
  LARGE_SIZE,
  PAGE_PICTURE_SIZES,
  type PictureSize,
  pictureAt,
} from '@keepsake/contracts/platform/limits';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelWhenRemoved } from '#/features/library/stage/index.ts';
import { thumbhashPicture } from '#/shared/ui/thumbhash-image.ts';
import classes from './opening-picture.module.css';
import { useNameLeaf } from './page-names.ts';

/** The picture size in which a leaf is sharp at a given width in device pixels. */
export function sizeOf({ page, half }: Leaf, width: number): PictureSize {
  const whole = half ? width * 2 : width;
  const longest = whole * Math.max(1, page.height / page.width);
  return PAGE_PICTURE_SIZES.find((size) => size >= longest) ?? LARGE_SIZE;
}

type Props = {
  opening: Opening;
  /** Width of the stage in device pixels. */
  across: number;
  /** Whether it is visible; otherwise it waits beside the visible one. */
  isShown: boolean;
  isZoomed: boolean;
  /** False while more important pictures are loading. */
  mayLoad: boolean;
  /** Called when the picture of a leaf has loaded or failed. */
  onSettled: (leafKey: string) => void;
  onRetry: () => void;
};

/** One page or two facing pages, with boxes that keep their aspect ratios before the pictures load. */
export function OpeningPicture({ opening, across, isShown, isZoomed, mayLoad, onSettled, onRetry }: Props) {
  const nameLeaf = useNameLeaf();
  const { leaves, ratio } = opening;
  return (
    <div
      className={classes.opening}
      data-picture
      data-fold={opening.numbers.length === 2 || undefined}
      style={{ '--ratio': ratio } as CSSProperties}
    >
      {leaves.map((leaf, at) => (
        <LeafPicture
          key={leaf.key}
          leaf={leaf}
          name={nameLeaf(opening, at)}
          size={sizeOf(leaf, (across * leaf.ratio) / ratio)}
          isShown={isShown}
          isEnlarged={isShown && isZoomed}
          mayLoad={mayLoad}
          onSettled={onSettled}
          onRetry={onRetry}
        />
      ))}
    </div>
  );
}

type LeafProps = Pick<Props, 'isShown' | 'mayLoad' | 'onSettled' | 'onRetry'> & {
  leaf: Leaf;
  name: string;
  size: PictureSize;
  isEnlarged: boolean;
};

function LeafPicture({ leaf, name, size, isShown, isEnlarged, mayLoad, onSettled, onRetry }: LeafProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  const { key, page, half, ratio } = leaf;
  const { pictureUrl: url, thumbhash } = page;
  const placeholder = thumbhash ? `url(${thumbhashPicture(thumbhash)})` : undefined;

  function settle(outcome: 'ready' | 'failed') {
    setState(outcome);
    onSettled(key);
  }
  function retry() {
    setState('waiting');
    onRetry();
  }
  return (
    <div
      className={classes.leaf}
      data-half={half ?? undefined}
      data-empty={url === null || undefined}
      style={{ '--leaf': ratio, '--placeholder': placeholder } as CSSProperties}
    >
      {url && state !== 'failed' && (mayLoad || state === 'ready') && (
        <Picture
          src={pictureAt(url, size)}
          alt={isShown ? name : ''}
          isReady={state === 'ready'}
          onSettled={settle}
        />
      )}
      {url && isEnlarged && state === 'ready' && size < LARGE_SIZE && (
        <Picture src={pictureAt(url, LARGE_SIZE)} alt="" />
      )}
      {!url && <p className={classes.notice}>{t('onlineProducts.pageMissing', { page: name })}</p>}
      {url && state === 'failed' && <Failure name={name} isShown={isShown} onRetry={retry} />}
    </div>
  );
}

type PictureProps = {
  src: string;
  alt: string;
  /** Absent for a picture above one that is ready. */
  isReady?: boolean;
  onSettled?: (outcome: 'ready' | 'failed') => void;
};

function Picture({ src, alt, isReady, onSettled }: PictureProps) {
  return (
    <img
      ref={cancelWhenRemoved}
      className={classes.layer}
      src={src}
      alt={alt}
      draggable={false}
      data-ready={isReady}
      onLoad={({ currentTarget: image }) => void decode(image).then(() => onSettled?.('ready'))}
      onError={() => onSettled?.('failed')}
    />
  );
}

/** What cannot be decoded beforehand has loaded nevertheless, and is drawn as far as it goes. */
const decode = async (image: HTMLImageElement) => image.decode?.().catch(() => undefined);

type FailureProps = { name: string; isShown: boolean; onRetry: () => void };

function Failure({ name, isShown, onRetry }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.notice} role={isShown ? 'alert' : undefined}>
      <p>{t('onlineProducts.pageFailed', { page: name })}</p>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('errors.tryAgain')}
      </button>
    </div>
  );
}
