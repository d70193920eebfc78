import {
  type AccountDeletion,
  DELETION_GRACE_DAYS,
  requestAccountDeletion,
} from '@keepsake/contracts/account/account-deletion';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import { formatDateInSentence, formatNumber, useLocale } from '#/shared/format.ts';
import { NoAddress } from '#/shared/own-provider.tsx';
import { useOwnIdentity } from '#/shared/session.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './deletion.module.css';
import { PendingDeletion } from './pending-deletion.tsx';
import { deletionFailureOf, useAccountDeletion } from './queries.ts';

/** Deletes the account: lists what would be lost, then what can be taken along, then offers the request [IDN-09]. */
export function DeleteAccountPage({ takeAlong }: { takeAlong: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useAccountDeletion();
  return (
    <Page title={t('deleteAccount.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      {isPending && <Skeleton h={320} radius="md" aria-busy="true" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={panels.parts}>
          {data.pending && <PendingDeletion pending={data.pending} />}
          <Consequences consequences={data.consequences} />
          <section className={classes.part} aria-labelledby="take-along">
            <h2 id="take-along">{t('deleteAccount.takeAlong')}</h2>
            <p className={panels.help}>{t('deleteAccount.takeAlongHelp')}</p>
            <div className={panels.actions}>{takeAlong}</div>
          </section>
          {!data.pending && <Request blockedUntil={data.blockedUntil} />}
        </div>
      )}
    </Page>
  );
}

function Consequences({ consequences }: Pick<AccountDeletion, 'consequences'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <section className={classes.part} aria-labelledby="consequences">
      <h2 id="consequences">{t('deleteAccount.consequences')}</h2>
      <p className={panels.help}>{t('deleteAccount.grace', { days: DELETION_GRACE_DAYS })}</p>
      {consequences.length === 0 && <p>{t('deleteAccount.nothing')}</p>}
      {consequences.length > 0 && (
        <ul className={classes.losses}>
          {consequences.map(({ kind, count }) => (
            <li key={kind}>
              <strong>
                {t(`deleteAccount.loss.${kind}`, { count, number: formatNumber(count, locale) })}
              </strong>
              <span>{t(`deleteAccount.effect.${kind}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The button that requests the mailed link. While a change of the address can be undone, says until when. */
function Request({ blockedUntil }: Pick<AccountDeletion, 'blockedUntil'>) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const channel = useChannel();
  const params = useOwnIdentity();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call(requestAccountDeletion, { params, body: { channel: channel.id } }),
    meta: { action: 'REQUEST_ACCOUNT_DELETION', invalidates: ['AccountDeletion', customerQuery.queryKey] },
  });
  // Waits for the address: earlier requests would fail without one, or just after a sign-in has supplied it.
  const { data: customer, isPending: isAddressUnknown } = useQuery(customerQuery);
  if (customer?.email === '') return <NoAddress />;
  return (
    <section className={classes.part} aria-labelledby="delete-account">
      <h2 id="delete-account">{t('deleteAccount.decide')}</h2>
      <p className={panels.help}>
        {blockedUntil
          ? t('deleteAccount.blockedUntil', { date: formatDateInSentence(blockedUntil, locale, timeZone) })
          : t('deleteAccount.decideHelp')}
      </p>
      {error && !isSignInTooOld(error) && (
        <DialogAlert error={error}>{t(deletionFailureOf(error))}</DialogAlert>
      )}
      <Button
        size="md"
        color="red"
        variant="outline"
        className={panels.main}
        loading={isPending}
        disabled={blockedUntil !== null || isAddressUnknown}
        onClick={() => mutate()}
      >
        {t('deleteAccount.submit')}
      </Button>
    </section>
  );
}
