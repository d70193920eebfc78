import type { Photo } from '@keepsake/contracts/library/photos';
import { memo, use, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { type GridSection, monthInSentence } from '#/features/library/photo-store/index.ts';
import { cancelWhenRemoved } from '#/features/library/stage/index.ts';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import { thumbhashColour, thumbhashPicture } from '#/shared/ui/thumbhash-image.ts';
import classes from './photo-tile.module.css';
import { MarkedPhotos, OverPhotos, withFileName } from './use-describe-photo.ts';
import { type Detail, type Picture, usePicture } from './use-picture.ts';

/** Address of a photo's preview. */
export type HrefOf = (photo: Photo) => string;

type Props = {
  photo: Photo;
  detail: Detail;
  /** Accessible name of the photo. */
  describe: (photo: Photo) => string;
  /** If absent, the photo cannot be opened. */
  hrefOf?: HrefOf;
  /** Whether it is the one tile of the grid in the tab order. */
  isTabStop: boolean;
  isSelecting: boolean;
  isSelected: boolean;
};

/** A photo in the grid: a placeholder until its thumbnail has loaded, a notice if it has none [PHO-08]. */
export const PhotoTile = memo(function PhotoTile({ photo, detail, describe, ...rest }: Props) {
  const { hrefOf, isTabStop, isSelecting, isSelected } = rest;
  const picture = usePicture(photo, detail);
  // A screen of blurred pictures takes longer than a frame: until a few at a time are ready, or the picture is, there are colours.
  const isCovered = (picture.isFirst || picture.isBare) && picture.layers.some(picture.hasLoaded);
  const placeholder = useDeferredValue(isCovered ? 'colour' : detail, 'colour');
  const state = picture.hasFailed ? 'failure' : photo.thumbnailState;
  const href = hrefOf?.(photo);
  const marked = use(MarkedPhotos);
  const label = marked?.labelOf(photo);
  return (
    <>
      <a
        className={classes.tile}
        href={href}
        {...roleOf(isSelecting, isSelected, href)}
        aria-label={state === 'failure' ? withFileName(describe(photo), photo) : describe(photo)}
        draggable={false}
        data-selected={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-state={state}
        data-marked={label && marked?.kind}
        style={placeholderOf(photo, placeholder)}
      >
        {state === 'success' && drawLayers(picture, placeholder)}
        {state === 'loading' && <Icon path={PICTURE} className={classes.loading} />}
        {state === 'failure' && <Failure fileName={photo.localFileName} />}
        {label && <span className={classes.label}>{label}</span>}
        {isSelecting && photo.isOrdered && <OrderedMark />}
      </a>
      <span
        className={classes.check}
        data-check=""
        data-state={isSelected ? 'all' : 'none'}
        aria-hidden="true"
      />
      {use(OverPhotos)?.(photo, isSelecting)}
    </>
  );
});

/** Not a component, because there would be another one per tile while scrolling. */
function drawLayers({ layers, hasLoaded, isFirst, onLoad, onError }: Picture, placeholder: Detail) {
  return layers.map((thumbnail) => (
    <img
      key={thumbnail.url}
      ref={cancelWhenRemoved}
      className={classes.picture}
      src={thumbnail.url}
      alt=""
      decoding="async"
      draggable={false}
      data-loaded={hasLoaded(thumbnail) || undefined}
      data-first={isFirst || undefined}
      onLoad={() => onLoad(thumbnail, placeholder)}
      onError={() => onError(thumbnail)}
    />
  ));
}

/** A link to the preview; a checkbox while selecting; a picture if photos cannot be opened. */
function roleOf(isSelecting: boolean, isSelected: boolean, href: string | undefined) {
  if (isSelecting) return { role: 'checkbox', 'aria-checked': isSelected };
  return href ? {} : { role: 'img' };
}

/** The colour costs a hundredth of the blurred picture, which is only computed where it can be seen. */
function placeholderOf({ thumbhash }: Photo, detail: Detail) {
  if (!thumbhash) return undefined;
  const backgroundColor = thumbhashColour(thumbhash) || undefined;
  if (detail === 'colour') return { backgroundColor };
  const picture = thumbhashPicture(thumbhash);
  return { backgroundColor, backgroundImage: picture ? `url(${picture})` : undefined };
}

function Failure({ fileName }: { fileName: string }) {
  return (
    <span className={classes.failure}>
      <Icon path={BROKEN_PICTURE} className={classes.icon} />
      <span className={classes.fileName}>{fileName}</span>
    </span>
  );
}

/** Marks a photo used in an order while photos are chosen, for prints or to be deleted. Its accessible name always says so. */
function OrderedMark() {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} title={t('delete.used')} data-ordered>
      <PrintIcon size={14} />
    </span>
  );
}

const PICTURE = 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01';
const BROKEN_PICTURE = 'M20 13V5H4v14h8M4 16l5-5 3 3M16 16l5 5m0-5-5 5';

function Icon({ path, className }: { path: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Placeholder of a photo that is not loaded; it holds the focus until then. */
export function EmptyTile({ isTabStop, isSelected }: { isTabStop: boolean; isSelected: boolean }) {
  return (
    <div className={classes.empty} tabIndex={isTabStop ? 0 : -1} data-selected={isSelected || undefined} />
  );
}

type MoreProps = {
  section: GridSection;
  isTabStop: boolean;
  onOpen: (sectionKey: string) => void;
};

/** '+N': opens the rest of a month [TL-10]. */
export function MoreTile({ section, isTabStop, onOpen }: MoreProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { key, moreCount: count } = section;
  const month = monthInSentence(key, locale);
  return (
    <button
      type="button"
      className={classes.more}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={
        month ? t('library.showMore', { count, month }) : t('library.showMoreUnknownDate', { count })
      }
      onClick={() => onOpen(key)}
    >
      +{formatNumber(count, locale)}
    </button>
  );
}
