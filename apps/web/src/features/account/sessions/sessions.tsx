import type { AccountEvent } from '@keepsake/contracts/account/account-events';
import {
  type AccountSession,
  endAccountSession,
  endOtherSessions,
  getAccountSessions,
} from '@keepsake/contracts/account/account-sessions';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './sessions.module.css';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    AccountSessions: unknown;
  }
}

/** Where the customer is signed in; other devices can be signed out individually or all at once. */
export function SessionsPanel() {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  // This device comes first.
  const { data, error, refetch } = useQuery({
    queryKey: ['AccountSessions'],
    queryFn: async ({ signal }) => (await call(getAccountSessions, { params }, { signal })).sessions,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, { params }),
    meta: { action: 'END_OTHER_SESSIONS', invalidates: ['AccountSessions', 'AccountActivity'] },
  });
  return (
    <section className={panels.panel} aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      {!data && !error && <Skeleton h={96} radius="md" aria-busy="true" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className={classes.list}>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {endOthers.error && !isSignInTooOld(endOthers.error) && (
        <DialogAlert error={endOthers.error}>{t('sessions.failed')}</DialogAlert>
      )}
      {data?.some(({ isCurrent }) => !isCurrent) && (
        <div className={panels.actions}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
    </section>
  );
}

function SessionRow({ session }: { session: AccountSession }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const params = useOwnIdentity();
  const name = useId();
  const { id: sessionId, isCurrent, signedInAt, lastUsedAt } = session;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(endAccountSession, { params: { ...params, sessionId } }),
    meta: { action: 'END_ACCOUNT_SESSION', invalidates: ['AccountSessions', 'AccountActivity'] },
  });
  return (
    <li className={classes.session}>
      <div>
        <strong id={name}>{useDeviceName(session)}</strong>
        <p className={panels.help}>
          {t('sessions.since', { date: formatDate(signedInAt, locale, timeZone) })}
          {' · '}
          {isCurrent
            ? t('sessions.current')
            : t('sessions.lastUsed', { date: formatDate(lastUsedAt, locale, timeZone) })}
        </p>
        {error && !isSignInTooOld(error) && <DialogAlert error={error}>{t('sessions.failed')}</DialogAlert>}
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="default"
          loading={isPending}
          aria-describedby={name}
          onClick={() => mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** The name a customer knows a device by: 'Safari · iOS', or a text for an unidentified one. */
export function useDeviceName({
  browser,
  system,
  device,
}: Pick<AccountEvent, 'browser' | 'system' | 'device'>) {
  const { t } = useTranslation();
  const named = [browser, system].filter((one) => one !== null);
  return named.length > 0 ? named.join(' · ') : t(`sessions.device.${device ?? 'unknown'}`);
}
