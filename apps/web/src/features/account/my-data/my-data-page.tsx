import { MY_DATA_VALID_DAYS, type MyDataArchive, requestMyData } from '@keepsake/contracts/account/my-data';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useCustomer } from '#/shared/session.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { announcedPercent, ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './my-data-page.module.css';
import { myDataQuery } from './queries.ts';
import { ReadyData } from './ready-data.tsx';

/** Requests an archive of the customer's data, shows its progress, and offers the download. */
export function MyDataPage() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(myDataQuery);
  return (
    <Page title={t('myData.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      <div className={panels.parts}>
        <p className={classes.intro}>{t('myData.intro')}</p>
        {isPending && <Skeleton h={180} radius="md" aria-busy="true" />}
        {data === undefined && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <Archive archive={data} />}
      </div>
    </Page>
  );
}

function Archive({ archive }: { archive: MyDataArchive | null }) {
  const { t } = useTranslation();
  switch (archive?.status) {
    case 'REQUESTED':
    case 'IN_PROGRESS':
      return <Running done={archive.done} total={archive.total} />;
    case 'READY':
      return (
        <>
          <ReadyData archive={archive} />
          <RequestData label={t('myData.askAgain')} isSecondary />
        </>
      );
    case 'FAILED':
      return (
        <section className={panels.panel} aria-labelledby="my-data-failed" data-failed="true">
          <h2 id="my-data-failed">{t('myData.failedTitle')}</h2>
          <p role="alert">{t('myData.failed')}</p>
          <RequestData label={t('errors.tryAgain')} />
        </section>
      );
    default:
      return (
        <section className={panels.panel} aria-labelledby="my-data-contents">
          <h2 id="my-data-contents">{t('myData.contents')}</h2>
          <ul className={classes.contents}>
            <li>{t('myData.contentsAccount')}</li>
            <li>{t('myData.contentsOrders')}</li>
            <li>{t('myData.contentsPhotos')}</li>
          </ul>
          <p className={panels.help}>{t('myData.valid', { days: MY_DATA_VALID_DAYS })}</p>
          <RequestData label={t('myData.ask')} />
        </section>
      );
  }
}

function Running({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  const { email } = useCustomer();
  const percent = Math.min(99, Math.floor((done * 100) / total));
  return (
    <section className={panels.panel} aria-labelledby="my-data-running">
      <h2 id="my-data-running">{t('myData.running')}</h2>
      <ProgressBar percent={percent} label={t('myData.running')} />
      <p className={classes.percent} aria-hidden="true">
        {t('myData.percent', { percent })}
      </p>
      <p className={classes.spoken} role="status">
        {t('myData.percent', { percent: announcedPercent(percent) })}
      </p>
      <p>{t(email ? 'myData.leaveWithMail' : 'myData.leave')}</p>
    </section>
  );
}

/** Button that requests an archive; after an older sign-in, the customer is asked to sign in again over the page. */
function RequestData({ label, isSecondary = false }: { label: string; isSecondary?: boolean }) {
  const { t } = useTranslation();
  const { id: channel } = useChannel();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (_, press) => call(requestMyData, { body: { channel } }, press),
    meta: { action: 'REQUEST_MY_DATA', answers: myDataQuery.queryKey, invalidates: ['MyData'] },
  });
  return (
    <div className={classes.request}>
      {error && !isSignInTooOld(error) && (
        <DialogAlert error={error}>
          {t(isTooOften(error) ? 'myData.tooOften' : 'myData.notAsked')}
        </DialogAlert>
      )}
      <Button
        size="md"
        variant={isSecondary ? 'default' : 'filled'}
        className={panels.main}
        loading={isPending}
        onClick={() => mutate()}
      >
        {label}
      </Button>
    </div>
  );
}
