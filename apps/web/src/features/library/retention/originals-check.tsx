import { getOriginalsCheck } from '@keepsake/contracts/library/originals-check';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { openImport, UploadButton } from '#/features/library/uploads/index.ts';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import classes from './storage-dialog.module.css';

type Check = ResponseOf<typeof getOriginalsCheck>;

/** When the originals were checked last, or which files are to be added again, where they can be. */
export function OriginalsCheck({ onLeave }: { onLeave: () => void }) {
  const { data: check } = useQuery({
    queryKey: ['Storage', 'originals-check'],
    meta: { action: 'LOAD_ORIGINALS_CHECK' },
    queryFn: ({ signal }) => call(getOriginalsCheck, {}, { signal }),
    // What was added again since is damaged no more.
    refetchOnMount: 'always',
  });
  const canUpload = useFlag('PhotoManagementUploadViewEnabled');
  if (!check) return null;
  if (check.damagedCount > 0) return canUpload && <Damaged check={check} onLeave={onLeave} />;
  return <LastCheck lastCheck={check.lastCheck} />;
}

/**
 * What had changed and has been added again is no news, and 'none had changed' would be wrong: the next check says it. Photos added
 * since are not said to be checked.
 */
function LastCheck({ lastCheck }: Pick<Check, 'lastCheck'>) {
  if (!lastCheck || lastCheck.changed > 0 || lastCheck.photos.checked === 0) return null;
  const { checked, total } = lastCheck.photos;
  return (
    <p className={classes.grace}>
      {checked < total ? <SomeChecked lastCheck={lastCheck} /> : <AllChecked lastCheck={lastCheck} />}
    </p>
  );
}

type CheckedProps = { lastCheck: NonNullable<Check['lastCheck']> };

function SomeChecked({ lastCheck: { from, until, photos } }: CheckedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { checked: count, total } = photos;
  if (from === until)
    return t('storage.checkedSomeOn', { count, total, date: formatDayInSentence(until, locale) });
  return t('storage.checkedSomeBetween', {
    count,
    total,
    from: formatDayInSentence(from, locale),
    date: formatDayInSentence(until, locale),
  });
}

function AllChecked({ lastCheck: { from, until, photos } }: CheckedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { checked: count } = photos;
  if (from === until) return t('storage.checkedOn', { count, date: formatDayInSentence(until, locale) });
  return t('storage.checkedBetween', {
    count,
    from: formatDayInSentence(from, locale),
    date: formatDayInSentence(until, locale),
  });
}

function Damaged({ check, onLeave }: { check: Check; onLeave: () => void }) {
  const { t } = useTranslation();
  const { damaged, damagedCount } = check;
  const more = damagedCount - damaged.length;
  const addAgain = () => {
    onLeave();
    openImport();
  };
  return (
    <section className={classes.damaged}>
      <p>{t('storage.damaged', { count: damagedCount })}</p>
      <ul>
        {damaged.map(({ photoId, fileName }) => (
          <li key={photoId}>
            <Link
              to="/my-photos/photos/preview/$photoId"
              params={{ photoId }}
              preload={false}
              onClick={onLeave}
            >
              {fileName}
            </Link>
          </li>
        ))}
        {more > 0 && <li>{t('activation.failures.more', { count: more })}</li>}
      </ul>
      <UploadButton variant="default" onPress={addAgain}>
        {t('storage.addAgain')}
      </UploadButton>
    </section>
  );
}
