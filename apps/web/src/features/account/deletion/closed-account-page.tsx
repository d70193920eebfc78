import { getClosedAccount, keepAccount } from '@keepsake/contracts/account/account-deletion';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isGone } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { useSignInFirst } from '#/shared/plain-pages.tsx';
import { UNASKED, useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './deletion.module.css';

/** For customers who signed in to a closed account at an external provider; the embedded one offers the same before sign-in. */
export function ClosedAccountPage() {
  return useSignInFirst() && <Offer />;
}

function Offer() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { account, error, refetch } = useClosedAccount();
  const { mutate, isPending, isSuccess, error: failure } = useKeepAccount();
  const leave = () => void navigate({ to: '/logout', ...UNASKED });
  return (
    <Page title={t('deleteAccount.closed.title')} isCentred>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {account && (
        <EmptyState
          action={
            <div className={classes.next}>
              <Button size="md" loading={isPending || isSuccess} onClick={() => mutate()}>
                {t('deleteAccount.closed.keep')}
              </Button>
              <Button size="md" variant="default" onClick={leave}>
                {t('deleteAccount.closed.leave')}
              </Button>
            </div>
          }
        >
          {t('deleteAccount.closed.text', { date: formatDayInSentence(account.lastDay, locale) })}
        </EmptyState>
      )}
      {failure && <DialogAlert error={failure}>{t('deleteAccount.closed.failed')}</DialogAlert>}
    </Page>
  );
}

/** The closed account; leads to sign-out once it cannot be kept any more. */
function useClosedAccount() {
  const navigate = useNavigate();
  const params = useOwnIdentity();
  const { data, error, refetch } = useQuery({
    queryKey: ['AccountDeletion', 'grace'],
    meta: { action: 'LOAD_CLOSED_ACCOUNT' },
    queryFn: ({ signal }) => call(getClosedAccount, { params }, { signal }),
  });
  const isTooLate = isGone(error);
  useEffect(() => {
    if (isTooLate) void navigate({ to: '/logout', replace: true, ...UNASKED });
  }, [isTooLate, navigate]);
  return { account: data, error: isTooLate ? null : error, refetch };
}

function useKeepAccount() {
  const navigate = useNavigate();
  const params = useOwnIdentity();
  return useMutation({
    mutationFn: () => call(keepAccount, { params }),
    meta: { action: 'KEEP_ACCOUNT', invalidates: ['AccountDeletion', customerQuery.queryKey] },
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
}
