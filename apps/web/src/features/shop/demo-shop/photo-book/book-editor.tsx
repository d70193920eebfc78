import { fitsPage, layoutsFor } from '@keepsake/contracts/creations/book-layout';
import { composePages, sortForBook } from '@keepsake/contracts/creations/compose-book';
import {
  BOOK_FORMATS,
  type BookContent,
  type BookFormat,
  type BookLayout,
  type BookPage,
  type BookPages,
  MAX_BOOK_TITLE,
  pagesMade,
  photosOfBook,
  priceOfPages,
} from '@keepsake/contracts/creations/photo-books';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { DemoProjectPhoto } from '@keepsake/contracts/shop/demo-projects';
import type { getDemoShop } from '@keepsake/contracts/shop/demo-shop';
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import { Select } from '#/shared/ui/select.tsx';
import { type Choice, OrderPanel } from '../order-panel.tsx';
import { useProjectSaver, useSaved } from '../project-saver.ts';
import { SaveBar } from '../save-bar.tsx';
import classes from './book-editor.module.css';
import { type BookPhotos, CoverView, PageView, ratioOf } from './book-page.tsx';
import { movePhoto, type PhotoPlace, removePhoto } from './book-pages.ts';
import { PhotoBar } from './photo-bar.tsx';

type Shop = ResponseOf<typeof getDemoShop>;
type Props = {
  started: Parameters<typeof useProjectSaver>[0];
  initial: BookContent;
  photos: readonly DemoProjectPhoto[];
  shop: Shop;
};

/** Editor of a photo book: its pages as they will be printed, what can be changed, and the order. */
export function BookEditor({ started, initial, photos, shop }: Props) {
  const { t } = useTranslation();
  const saving = useProjectSaver(started);
  const [content, setContent] = useSaved(initial, saving);
  const [existing] = useState<BookPhotos>(() => new Map(photos.map((photo) => [photo.id, photo])));
  const change = (changed: Partial<BookContent>) => setContent({ ...content, ...changed });
  const missing = photosOfBook(content).filter((id) => !existing.has(id)).length;
  return (
    <>
      <SaveBar saving={saving} />
      <div className={classes.columns}>
        <section className={classes.book} aria-label={t('demoShop.book.pages')}>
          <BookFields content={content} photos={existing} onChange={change} />
          {saving.leftOut && (
            <p className={classes.missing} role="status">
              {t('demoShop.book.leftOut', { letters: saving.leftOut })}
            </p>
          )}
          {missing > 0 && (
            <p className={classes.missing} role="status">
              {t('demoShop.book.missing', { count: missing })}
            </p>
          )}
          <Pages content={content} photos={existing} onChange={change} />
        </section>
        <OrderBook started={started} content={content} shop={shop} saving={saving} onChange={change} />
      </div>
    </>
  );
}

type Changing = {
  content: BookContent;
  photos: BookPhotos;
  onChange: (changed: Partial<BookContent>) => void;
};

function BookFields({ content, photos, onChange }: Changing) {
  const { t } = useTranslation();
  const { title, hasDates, format } = content;
  function arrange() {
    const all = photosOfBook(content).flatMap((id) => {
      const ratio = ratioOf(photos, id);
      return ratio === undefined ? [] : [{ id, ratio, takenAt: photos.get(id)?.takenAt }];
    });
    if (all.length > 0) onChange({ pages: composePages(sortForBook(all), format) });
  }
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.title}
        label={t('demoShop.book.titleLabel')}
        value={title}
        maxLength={MAX_BOOK_TITLE}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Checkbox
        label={t('demoShop.book.dates')}
        checked={hasDates}
        onChange={(event) => onChange({ hasDates: event.currentTarget.checked })}
      />
      <Button variant="default" onClick={arrange}>
        {t('demoShop.book.arrange')}
      </Button>
    </div>
  );
}

/** Cover and pages, with a toolbar for the selected photo. */
function Pages({ content, photos, onChange }: Changing) {
  const { t } = useTranslation();
  const { pages, format } = content;
  const [chosen, setChosen] = useState<PhotoPlace | null>(null);
  return (
    <>
      <ol className={classes.pages}>
        <li className={classes.sheet}>
          <CoverView content={content} photos={photos} />
          <p className={classes.name}>{t('demoShop.book.cover')}</p>
        </li>
        {pages.map((page, at) => (
          <li key={page.photoIds.join()} className={classes.sheet}>
            <PageView
              page={page}
              content={content}
              photos={photos}
              chosen={chosen?.page === at ? chosen.place : null}
              onChoose={(place) =>
                setChosen(chosen?.page === at && chosen.place === place ? null : { page: at, place })
              }
            />
            <div className={classes.below}>
              <p className={classes.name}>{t('demoShop.book.page', { number: at + 1 })}</p>
              <LayoutChoice
                page={page}
                layouts={layoutsOf(page, format, photos)}
                label={t('demoShop.book.layoutOf', { number: at + 1 })}
                onChange={(layout) => onChange({ pages: pages.with(at, { ...page, layout }) })}
              />
            </div>
          </li>
        ))}
      </ol>
      {chosen && <ChosenPhoto chosen={chosen} content={content} onChoose={setChosen} onChange={onChange} />}
    </>
  );
}

/** The layouts in which the photos of a page can be placed. */
function layoutsOf({ photoIds }: BookPage, format: BookFormat, photos: BookPhotos): BookLayout[] {
  const ratios = photoIds.flatMap((id) => ratioOf(photos, id) ?? []);
  const [first = 1] = ratios;
  return layoutsFor(ratios.length).filter((layout) => layout !== 'bleed' || fitsPage(first, format));
}

type LayoutProps = {
  page: BookPage;
  layouts: readonly BookLayout[];
  label: string;
  onChange: (layout: BookLayout) => void;
};

function LayoutChoice({ page, layouts, label, onChange }: LayoutProps) {
  const { t } = useTranslation();
  if (layouts.length < 2) return null;
  return (
    <Select
      label={label}
      value={layouts.includes(page.layout) ? page.layout : 'whole'}
      choices={layouts.map((layout) => ({ value: layout, label: t(`demoShop.book.layouts.${layout}`) }))}
      onChange={onChange}
    />
  );
}

type ChosenProps = Omit<Changing, 'photos'> & {
  chosen: PhotoPlace;
  onChoose: (place: PhotoPlace | null) => void;
};

function ChosenPhoto({ chosen, content: { pages }, onChoose, onChange }: ChosenProps) {
  const move = (by: 1 | -1) => {
    const moved = movePhoto(pages, chosen, by);
    if (!moved) return null;
    return () => {
      onChange({ pages: moved.pages });
      onChoose(moved.to);
    };
  };
  const left = removePhoto(pages, chosen);
  const photoId = pages[chosen.page]?.photoIds[chosen.place];
  const isLast = pages.length === 1 && pages[0]?.photoIds.length === 1;
  return (
    <PhotoBar
      onBack={move(-1)}
      onForward={move(1)}
      onCover={() => photoId && onChange({ coverPhotoId: photoId })}
      onRemove={
        isLast
          ? null
          : () => {
              onChange({ pages: left });
              onChoose(null);
            }
      }
      onDone={() => onChoose(null)}
    />
  );
}

type OrderBookProps = Omit<Changing, 'photos'> &
  Pick<Props, 'started' | 'shop'> & {
    saving: ReturnType<typeof useProjectSaver>;
  };

/** Orders the book; formats are shown with their prices. */
function OrderBook({ started, content, shop, saving, onChange }: OrderBookProps) {
  const { t } = useTranslation();
  const { format, options } = content;
  const [copies, setCopies] = useState<Omit<Choice, 'productCode' | 'options'>>({
    quantity: 1,
    deliveryType: 'Home',
  });
  const products = shop.books.map((book) => ({
    ...book,
    price: book.price + priceOfPages(content, book.pages),
  }));
  const book = products.find(({ code }) => code === BOOK_FORMATS[format].code);
  const isTooThick = book !== undefined && pagesMade(content, book.pages) > book.pages.maximum;
  return (
    <OrderPanel
      order={{ what: 'books', projectCode: started.projectCode, channel: started.channel }}
      shop={{ ...shop, products }}
      choice={{ ...copies, productCode: BOOK_FORMATS[format].code, options }}
      warning={book && <PagesNote content={content} pages={book.pages} currency={shop.currency} />}
      obstacle={isTooThick ? t('demoShop.book.tooThick', { count: book.pages.maximum }) : null}
      saving={saving}
      onChoice={({ productCode, options: chosen, ...next }) => {
        setCopies(next);
        const other = formatOf(productCode);
        if (other !== format || chosen !== options) onChange({ format: other, options: chosen });
      }}
    />
  );
}

type PagesNoteProps = Pick<Changing, 'content'> & {
  pages: BookPages;
  currency: string;
};

/** How many pages the book will have, how many are included in the price, and how many stay blank. */
function PagesNote({ content, pages, currency }: PagesNoteProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const made = pagesMade(content, pages);
  const empty = made - content.pages.length;
  const extra = {
    count: made - pages.included,
    price: formatPrice(priceOfPages(content, pages), currency, locale),
  };
  return (
    <div className={classes.pagesNote} role="status">
      <p>{t('demoShop.book.made', { count: made })}</p>
      {extra.count > 0 && priceOfPages(content, pages) > 0 && <p>{t('demoShop.book.extra', extra)}</p>}
      {empty > 0 && <p>{t('demoShop.book.emptyPages', { count: empty })}</p>}
    </div>
  );
}

const formatOf = (productCode: string): BookFormat =>
  productCode === BOOK_FORMATS.square.code ? 'square' : 'landscape';
