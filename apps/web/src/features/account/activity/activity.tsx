import {
  ACCOUNT_EVENT_MONTHS,
  type AccountEvent,
  getAccountActivity,
} from '@keepsake/contracts/account/account-events';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDeviceName } from '#/features/account/sessions/index.ts';
import { call } from '#/shared/api/call.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import lone from '#/shared/ui/lone-link.module.css';
import panels from '#/shared/ui/panels.module.css';
import classes from './activity.module.css';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    AccountActivity: unknown;
  }
}

const activityQuery = (params: { type: string; sub: string }) =>
  pagedQuery({
    queryKey: ['AccountActivity'],
    load: (cursor, signal) => call(getAccountActivity, { params, query: { cursor } }, { signal }),
  });

/** Account events of the last twelve months, and what to do about unfamiliar ones. */
export function ActivityPanel() {
  const { t } = useTranslation();
  // Other pages and devices add events.
  const list = useInfiniteQuery({ ...activityQuery(useOwnIdentity()), staleTime: 0 });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <section className={panels.panel} aria-labelledby="activity">
      <h2 id="activity">{t('activity.title')}</h2>
      <p className={panels.help}>{t('activity.intro', { months: ACCOUNT_EVENT_MONTHS })}</p>
      {!events && !error && <Skeleton h={240} radius="md" aria-busy="true" />}
      {!events && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {events?.length === 0 && <p>{t('activity.empty')}</p>}
      {events && events.length > 0 && (
        <ul className={classes.list}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <DialogAlert error={error}>{t('errors.moreFailed')}</DialogAlert>}
      {hasNextPage && (
        <div className={panels.actions}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.earlier')}
          </Button>
        </div>
      )}
      <NotYou />
    </section>
  );
}

function EventRow({ event: { kind, happenedAt, times, ...device } }: { event: AccountEvent }) {
  const { t } = useTranslation();
  const moment = createDeviceMoment(useLocale());
  return (
    <li className={classes.event}>
      <strong>{t(`activity.kind.${kind}`)}</strong>
      <p className={panels.help}>
        <time dateTime={happenedAt}>{moment(new Date(happenedAt))}</time>
        {' · '}
        {useDeviceName(device)}
        {times > 1 && ` · ${t('activity.times', { count: times })}`}
      </p>
    </li>
  );
}

/** The remedies are on the same page. */
function NotYou() {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  return (
    <div className={classes.notYou}>
      <h3>{t('activity.notYou.title')}</h3>
      <p>{t('activity.notYou.text')}</p>
      <p className={classes.ways}>
        <a className={lone.link} href="#password">
          {t('activity.notYou.password')}
        </a>
        <a className={lone.link} href="#sessions">
          {t('activity.notYou.sessions')}
        </a>
        <ChannelLink className={lone.link} href={customerCareUrl}>
          {t('activity.notYou.care')}
        </ChannelLink>
      </p>
    </div>
  );
}
