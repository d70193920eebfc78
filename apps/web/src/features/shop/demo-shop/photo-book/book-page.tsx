import {
  type Box,
  CUT_AT_TOP,
  captionBaseline,
  placeCover,
  placePhotos,
  titleSize,
} from '@keepsake/contracts/creations/book-layout';
import {
  BOOK_FORMATS,
  type BookContent,
  type BookPage,
  captionOf,
} from '@keepsake/contracts/creations/photo-books';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import type { DemoProjectPhoto } from '@keepsake/contracts/shop/demo-projects';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import classes from './book-page.module.css';

export type BookPhotos = ReadonlyMap<string, DemoProjectPhoto>;

/** Width / height of a photo; 3:2 until it is decoded, as in the printed book. */
export function ratioOf(photos: BookPhotos, photoId: string): number | undefined {
  const photo = photos.get(photoId);
  return photo && (photo.width && photo.height ? photo.width / photo.height : 1.5);
}

type Format = (typeof BOOK_FORMATS)[keyof typeof BOOK_FORMATS];
const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
const boxStyle = ({ x, y, width, height }: Box, page: Format): CSSProperties => ({
  insetInlineStart: share(x, page.width),
  top: share(y, page.height),
  width: share(width, page.width),
  height: share(height, page.height),
});
/** Converts a font size in millimetres to a share of the displayed page's width. */
const letters = (millimetres: number, page: Format) => `${(100 * millimetres) / page.width}cqw`;

type CoverProps = { content: BookContent; photos: BookPhotos };

/** The front cover as it will be printed. */
export function CoverView({ content, photos }: CoverProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { format, coverPhotoId, hasDates, title } = content;
  const page = BOOK_FORMATS[format];
  const shown = coverPhotoId === null ? undefined : photos.get(coverPhotoId);
  const { photo, words, isOverPhoto } = placeCover(format, shown && ratioOf(photos, shown.id));
  const taken = [...photos.values()].map(({ takenAt }) => takenAt);
  const dates = hasDates ? captionOf(taken, locale) : '';
  return (
    <div className={classes.page} data-cover style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      {shown && photo && (
        <span className={classes.photo} style={boxStyle(photo, page)}>
          <Picture photo={shown} alt={t('demoShop.book.coverPhoto', { name: shown.fileName })} />
        </span>
      )}
      {isOverPhoto && (title.trim() || dates) && <span className={classes.shade} />}
      <div className={classes.words} data-over={isOverPhoto || undefined} style={boxStyle(words, page)}>
        <p className={classes.title} style={{ fontSize: letters(titleSize(title.trim(), words), page) }}>
          {title.trim()}
        </p>
        {dates && <p style={{ fontSize: letters(4.4, page) }}>{dates}</p>}
      </div>
    </div>
  );
}

function Picture({ photo: { url }, alt }: { photo: DemoProjectPhoto; alt: string }) {
  if (url === null) return null;
  return (
    <img
      src={pictureAt(url, 800)}
      alt={alt}
      loading="lazy"
      style={{ objectPosition: `50% ${100 * CUT_AT_TOP}%` }}
    />
  );
}

type PageProps = {
  page: BookPage;
  content: Pick<BookContent, 'format' | 'hasDates'>;
  photos: BookPhotos;
  /** Position of the selected photo on the page. */
  chosen: number | null;
  onChoose: (place: number) => void;
};

/** A page as it will be printed; pressing a photo selects it. */
export function PageView({ page, content: { format, hasDates }, photos, chosen, onChoose }: PageProps) {
  const locale = useLocale();
  const size = BOOK_FORMATS[format];
  const placed = placePhotos(page, { format, hasCaption: hasDates, ratioOf: (id) => ratioOf(photos, id) });
  const isFull = placed.some(({ isBleed }) => isBleed);
  const taken = placed.map(({ photoId }) => photos.get(photoId)?.takenAt);
  const caption = hasDates && !isFull ? captionOf(taken, locale) : '';
  return (
    <div className={classes.page} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {placed.map(({ photoId, ...box }) => {
        const photo = photos.get(photoId);
        const place = page.photoIds.indexOf(photoId);
        return (
          photo && (
            <button
              key={photoId}
              type="button"
              className={classes.photo}
              style={boxStyle(box, size)}
              aria-pressed={chosen === place}
              onClick={() => onChoose(place)}
            >
              <Picture photo={photo} alt={photo.fileName} />
            </button>
          )
        );
      })}
      {caption && (
        <p
          className={classes.caption}
          style={{ top: share(captionBaseline(format), size.height), fontSize: letters(3.2, size) }}
        >
          {caption}
        </p>
      )}
    </div>
  );
}
