import type { PhotoDescription } from '@keepsake/contracts/library/photo-details';
import type { Photo } from '@keepsake/contracts/library/photos';
import { HOUR_MINUTES } from '@keepsake/contracts/platform/limits';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlbumIcon } from '#/features/library/albums/index.ts';
import { exposureOf, nameOfCamera, parseWritten } from '#/features/library/cameras/index.ts';
import { CalendarIcon } from '#/features/library/dates/index.ts';
import { partialDateOf } from '#/features/library/photo-grid/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import {
  capitalised,
  createMomentInSentence,
  formatBytes,
  formatDate,
  formatDateInSentence,
  formatDayInSentence,
  useLocale,
} from '#/shared/format.ts';
import { formatNearDay } from '#/shared/near-days.ts';
import { PhotosIcon, PrintIcon } from '#/shared/ui/icons.tsx';
import { WALL_TIME } from './caption.tsx';
import classes from './details-panel.module.css';
import { BagIcon, CameraIcon } from './preview-icons.tsx';
import { PrintButton } from './print-button.tsx';
import { GOOD_DPI, largestPrintOf, smallestPrint } from './print-quality.ts';
import { type DetailsProps, useDetails } from './use-details.ts';

type Details = ReturnType<typeof useDetails>;

/** Details that come with the photo are shown immediately; space is reserved for the others. */
export function PhotoDetails({ photo, sharedAlbumId, print, onChangeDate }: DetailsProps) {
  const { details, error, retry } = useDetails(photo, sharedAlbumId);
  return (
    <dl className={classes.details}>
      <Taken photo={photo} details={details} onChangeDate={onChangeDate} />
      <File photo={photo} />
      <Print photo={photo} sharedAlbumId={sharedAlbumId} print={print} />
      {details ? (
        <Described details={details} />
      ) : error ? (
        <NotLoaded onRetry={retry} />
      ) : (
        <div className={classes.waiting} aria-hidden="true" />
      )}
    </dl>
  );
}

type DetailProps = { name: string; icon: ReactNode; children: ReactNode };

function Detail({ name, icon, children }: DetailProps) {
  return (
    <div className={classes.detail}>
      <dt>
        {icon}
        <span className={classes.unseen}>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type TakenProps = Pick<DetailsProps, 'photo' | 'onChangeDate'> & Pick<Details, 'details'>;

function Taken({ photo, details, onChangeDate }: TakenProps) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const added = t('preview.addedOn', { date: formatDateInSentence(photo.created, locale, timeZone) });
  return (
    <Detail name={t('details.taken')} icon={<CalendarIcon />}>
      <Moment photo={photo} details={details} />
      <Recorded details={details} />
      {onChangeDate && (
        <button type="button" className={`${classes.retry} ${classes.dating}`} onClick={onChangeDate}>
          {t('dates.action')}
        </button>
      )}
      <p className={classes.soft}>{added}</p>
    </Detail>
  );
}

/** When it was taken, as far as that is certain, or why nobody knows. */
function Moment({ photo, details }: Pick<TakenProps, 'photo' | 'details'>) {
  const { t } = useTranslation();
  const { locale } = useChannel();
  const [, day, time] = photo.dateTaken?.match(WALL_TIME) ?? [];
  const partial = partialDateOf(photo, t, locale);
  if (partial) return <p>{partial}</p>;
  if (!day || !time) {
    return (
      <>
        <p>{t('details.dateUnknown')}</p>
        <p className={classes.reason}>{details && <WhyUndated description={details} />}</p>
      </>
    );
  }
  return (
    <>
      <p>{capitalised(formatNearDay(day, locale), locale)}</p>
      <p className={classes.soft}>{`${time}${offsetOf(photo.dateTakenOffset)}`}</p>
    </>
  );
}

/** What the file says, beside another date that the customer set. */
function Recorded({ details }: Pick<TakenProps, 'details'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!details?.corrected) return null;
  const { recordedDate } = details.corrected;
  const formatMoment = createMomentInSentence(locale);
  return (
    <p className={classes.soft}>
      {recordedDate
        ? t('details.fileSays', { date: formatMoment(new Date(`${recordedDate.slice(0, 19)}Z`)) })
        : t('details.noDate')}
    </p>
  );
}

/** The camera's time zone, if recorded: 16:02:39 UTC+02:00. */
function offsetOf(minutes: number | undefined): string {
  if (minutes === undefined) return '';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const distance = Math.abs(minutes);
  return ` UTC${minutes < 0 ? '−' : '+'}${two(distance / HOUR_MINUTES)}:${two(distance % HOUR_MINUTES)}`;
}

/** Isolates a text of unknown direction from the surrounding sentence. */
const isolated = (text: string) => `\u2068${text}\u2069`;

function WhyUndated({ description: { writtenDate, isAwaited } }: { description: PhotoDescription }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (isAwaited) return t('details.awaited');
  if (!writtenDate) return t('details.noDate');
  const written = parseWritten(writtenDate);
  if (!written) return t('details.says', { text: isolated(writtenDate) });
  return t('details.wrote', { date: formatDayInSentence(written.day, locale), time: written.time });
}

function File({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { visibleWidth: width, visibleHeight: height, bytes } = photo;
  const megapixels = Math.round(((width ?? 0) * (height ?? 0)) / 100_000) / 10;
  const fields = [
    ...(megapixels > 0 ? [t('details.megapixels', { megapixels })] : []),
    ...(bytes === undefined ? [] : [formatBytes(bytes, locale)]),
  ];
  return (
    <Detail name={t('details.file')} icon={<PhotosIcon />}>
      <p dir="auto">{photo.localFileName}</p>
      {width && height && <p className={classes.soft}>{t('details.pixels', { width, height })}</p>}
      <p className={classes.soft}>{fields.join(' · ')}</p>
    </Detail>
  );
}

function Print({ photo, sharedAlbumId, print }: DetailsProps) {
  const { t } = useTranslation();
  const largest = largestPrintOf(photo);
  if (largest === undefined) return null;
  const { size, pixels } = smallestPrint();
  return (
    <Detail name={t('details.print')} icon={<PrintIcon />}>
      <p>{largest ? t('preview.printsUpTo', largest) : t('preview.printsSoft')}</p>
      <p className={classes.soft}>
        {largest
          ? t('details.printReason', { dpi: GOOD_DPI })
          : t('details.printNeeds', { ...size, across: pixels.width, down: pixels.height })}
      </p>
      {print && (
        <div className={classes.print}>
          <PrintButton {...print} photo={photo} sharedAlbumId={sharedAlbumId} />
        </div>
      )}
    </Detail>
  );
}

function Described({ details }: { details: NonNullable<Details['details']> }) {
  return (
    <>
      <Camera description={details} />
      <Albums details={details} />
      <Orders details={details} />
    </>
  );
}

function Camera({ description: { camera, isAwaited } }: { description: PhotoDescription }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = nameOfCamera(camera);
  const exposure = exposureOf(camera, locale);
  const lines = [name, camera.lens, exposure.join(' · ')].filter(Boolean);
  return (
    <Detail name={t('details.camera')} icon={<CameraIcon />}>
      {lines.length === 0 && <p>{t(isAwaited ? 'details.awaited' : 'details.noCamera')}</p>}
      {lines.map((line, index) => (
        <p key={line} className={index > 0 ? classes.soft : undefined} dir="auto">
          {line}
        </p>
      ))}
    </Detail>
  );
}

type KnownDetails = { details: NonNullable<Details['details']> };

/** The customer's own albums; those of other owners are not disclosed. */
function Albums({ details: { albums, albumsCount } }: KnownDetails) {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoManagementAlbumViewEnabled');
  if (!albums || !isOn) return null;
  return (
    <Detail name={t('details.albums')} icon={<AlbumIcon />}>
      <Entries none={t('details.noAlbums')} more={albumsCount - albums.length}>
        {albums.map(({ albumId, albumName }) => (
          <li key={albumId}>
            <Link className={classes.link} to="/my-photos/albums/$albumId" params={{ albumId }} dir="auto">
              {albumName}
            </Link>
          </li>
        ))}
      </Entries>
    </Detail>
  );
}

function Orders({ details: { orders, ordersCount } }: KnownDetails) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (!orders) return null;
  return (
    <Detail name={t('details.orders')} icon={<BagIcon />}>
      <Entries none={t('details.noOrders')} more={ordersCount - orders.length}>
        {orders.map(({ orderCode, createdAt }) => (
          <li key={orderCode}>
            <Link className={classes.link} to="/orders/$orderCode" params={{ orderCode }}>
              {t('details.order', { code: orderCode })}
            </Link>{' '}
            <time className={classes.soft} dateTime={createdAt}>
              {formatDate(createdAt, locale, timeZone)}
            </time>
          </li>
        ))}
      </Entries>
    </Detail>
  );
}

type EntriesProps = { none: string; more: number; children: readonly ReactNode[] };

/** A list of named entries, followed by the number of further ones. */
function Entries({ none, more, children }: EntriesProps) {
  const { t } = useTranslation();
  if (children.length === 0) return <p>{none}</p>;
  return (
    <>
      <ul className={classes.list}>{children}</ul>
      {more > 0 && <p className={classes.soft}>{t('details.more', { count: more })}</p>}
    </>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.failed} role="alert">
      <p>{t('details.loadFailed')}</p>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('preview.tryAgain')}
      </button>
    </div>
  );
}
