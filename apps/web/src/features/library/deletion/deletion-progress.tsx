import { getUser } from '@keepsake/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { usePush } from '#/shared/push.ts';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './deletion-progress.module.css';

/** How often a running deletion is polled, in case its push messages are lost. */
const POLL_MS = 2_000;

/** The customer with the deletion of the whole library, while one is running. */
const userQuery = queryOptions({
  queryKey: ['User', 'user'],
  meta: { action: 'LOAD_USER' },
  queryFn: ({ signal }) => call(getUser, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.deletion ? POLL_MS : false),
});

/** Progress of deleting the whole library; nothing while no deletion is running. */
export function DeletionProgress() {
  const { t } = useTranslation();
  const { data, refetch } = useQuery(userQuery);
  const deletion = data?.deletion;
  usePush('photos-changed', () => deletion && void refetch());
  if (!deletion) return null;
  const { deleted: done, total } = deletion;
  const label = t('deleteAll.progress', { done, total });
  return (
    <section className={classes.progress} aria-label={t('deleteAll.title')}>
      <p role="status">{label}</p>
      <ProgressBar percent={total > 0 ? Math.floor((done / total) * 100) : 100} label={label} />
      <p className={classes.hint}>{t('deleteAll.leave')}</p>
    </section>
  );
}
