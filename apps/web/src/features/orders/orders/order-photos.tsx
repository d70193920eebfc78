import { addMonths } from '@keepsake/contracts/library/retention';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { dayIn, formatDayInSentence, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import classes from './order-photos.module.css';
import { Panel } from './panel.tsx';

type Props = {
  order: Superorder;
  /** While the library is hidden, its photos are not shown in orders either. */
  isLibraryHidden: boolean;
};

/** The photos used in an order, and how long it keeps them. */
export function OrderPhotos({ order, isLibraryHidden }: Props) {
  const { t } = useTranslation();
  const photos = uniquePhotos(order);
  const stored = <StorageEnd order={order} />;
  if (photos.length === 0) return <div className={classes.stored}>{stored}</div>;
  const present = photos.filter(({ isInLibrary }) => isInLibrary);
  const listed = order.products.reduce((sum, product) => sum + product.photos.length, 0);
  const all = order.products.reduce((sum, { photosCount }) => sum + photosCount, 0);
  return (
    <Panel title={t('orders.photos')}>
      {isLibraryHidden ? <HiddenNotice /> : <Photos photos={present} />}
      {!isLibraryHidden && present.length < photos.length && (
        <p className={classes.note}>{t('orders.deletedPhotos', { count: photos.length - present.length })}</p>
      )}
      {all > listed && <p className={classes.note}>{t('orders.morePhotos', { count: all - listed })}</p>}
      {stored}
    </Panel>
  );
}

type Photo = Superorder['products'][number]['photos'][number];

/** Removes duplicates, since a photo can be used in several products. */
const uniquePhotos = ({ products }: Superorder): Photo[] => [
  ...new Map(products.flatMap(({ photos }) => photos).map((photo) => [photo.photoId, photo])).values(),
];

function Photos({ photos }: { photos: readonly Photo[] }) {
  const { t } = useTranslation();
  const canOpen = useFlag('PhotoManagementTimelineViewEnabled');
  return (
    <ul className={classes.photos}>
      {photos.map(({ photoId, pictureUrl }, at) => {
        const name = t('orders.photo', { number: at + 1 });
        const picture = pictureUrl ? (
          <img src={pictureAt(pictureUrl, 300)} alt={name} loading="lazy" />
        ) : (
          <span className={classes.unseen} role="img" aria-label={name}>
            <PhotosIcon size={24} />
          </span>
        );
        return (
          <li key={photoId} className={classes.photo}>
            {canOpen ? (
              <Link to="/my-photos/photos/preview/$photoId" params={{ photoId }} preload={false}>
                {picture}
              </Link>
            ) : (
              picture
            )}
          </li>
        );
      })}
    </ul>
  );
}

function StorageEnd({ order: { createdAt, status } }: { order: Superorder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { timeZone, storageMonths } = useChannel();
  const isOn = useFlag('ReactivationEnabled');
  if (!isOn || storageMonths === null || displayStatusOf(status) === 'Cancelled') return null;
  const lastDay = addMonths(dayIn(createdAt, timeZone), storageMonths);
  if (new Date(lastDay) < serverNow()) return null;
  return (
    <p className={classes.note}>{t('orders.keepsPhotos', { date: formatDayInSentence(lastDay, locale) })}</p>
  );
}
