import { type Project, storageStatusOf } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { storageStatusQuery } from '#/shared/library-queries.ts';
import classes from './projects-page.module.css';

/** Warns if the photos used in projects are about to be deleted. */
export function PhotosNotice({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: account } = useQuery(storageStatusQuery());
  const hasPhotos = projects.some(({ photosCount, missingPhotosCount }) => photosCount > missingPhotosCount);
  if (!account || !hasPhotos) return null;
  const { status, deletionDate } = storageStatusOf(account);
  if (status === 'safe' || account.hidden) return null;
  return (
    <p className={classes.notice} data-urgent={status === 'critical' || undefined}>
      {t('projects.photosEnd', { date: formatDayInSentence(deletionDate, locale) })}{' '}
      <Link to="/my-photos/photos" className={classes.noticeLink}>
        {t('projects.seePhotos')}
      </Link>
    </p>
  );
}
