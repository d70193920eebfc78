import { confirmAccountDeletion, DELETION_GRACE_DAYS } from '@keepsake/contracts/account/account-deletion';
import { Button } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnotherAccountPage, isAnotherAccount } from '#/shared/another-account.tsx';
import { call } from '#/shared/api/call.ts';
import { ProductsLink } from '#/shared/channel-links.tsx';
import { mailedTokenOf } from '#/shared/mailed-token.ts';
import { useHasExternalAccounts } from '#/shared/own-provider.tsx';
import { AS_DONE } from '#/shared/plain-pages.tsx';
import { useOwnIdentity, useSession, useSessionState } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './deletion.module.css';

const LINK_PATH = '/delete-account-confirmation';

type Closing = {
  /** Called with the customer whose account was closed, before the page is left. It does not fail. */
  onClosed: (subject: string) => Promise<void>;
};

/** Target of the mailed link: its button closes the account, opening it changes nothing [IDN-08, IDN-15, IDN-16]. */
export function ConfirmDeletionPage({ onClosed }: Closing) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = mailedTokenOf(LINK_PATH);
  const { mutate, isPending, isSuccess, error } = useConfirm(onClosed);
  const isConfirming = isPending || isSuccess;
  useEffect(() => {
    if (token === null) void navigate({ to: '/delete-account-error', replace: true });
  }, [token, navigate]);
  if (isAnotherAccount(error)) return <AnotherAccountPage path={LINK_PATH} />;
  return (
    <Page title={t('deleteAccount.confirm.title')} isCentred>
      {token !== null && (
        <EmptyState
          action={
            <div className={classes.next}>
              <Button size="md" color="red" loading={isConfirming} onClick={() => mutate(token)}>
                {t('deleteAccount.confirm.submit')}
              </Button>
              <Button
                size="md"
                variant="default"
                disabled={isConfirming}
                onClick={() => void navigate({ to: '/settings/delete-account' })}
              >
                {t('deleteAccount.confirm.back')}
              </Button>
            </div>
          }
        >
          {t('deleteAccount.confirm.text', { days: DELETION_GRACE_DAYS })}
        </EmptyState>
      )}
    </Page>
  );
}

function useConfirm(onClosed: Closing['onClosed']) {
  const session = useSession();
  const navigate = useNavigate();
  const params = useOwnIdentity();
  const hasExternalAccounts = useHasExternalAccounts();
  return useMutation({
    mutationFn: (token: string) => call(confirmAccountDeletion, { params: { ...params, token } }),
    meta: { action: 'CONFIRM_ACCOUNT_DELETION', invalidates: [] },
    async onSuccess() {
      await onClosed(params.sub);
      // An external provider's session continues and would sign in to the closed account.
      if (hasExternalAccounts) await session.signOut('/account-deleted');
      await navigate({ to: '/account-deleted', ...AS_DONE });
      await session.forget();
    },
    onError(error) {
      if (!isAnotherAccount(error)) void navigate({ to: '/delete-account-error', replace: true });
    },
  });
}

/** Shown after the account was closed, with what is possible without one [IDN-19, IDN-20, IDN-21]. */
export function AccountDeletedPage({ productRange }: { productRange?: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useSessionState();
  // Right after the deletion the session is still there for a moment; one that is found belongs to a later sign-in.
  const [isOpenedAnew] = useState(state.status === 'starting');
  if (isOpenedAnew && 'identity' in state) return <Navigate to="/" replace />;
  return (
    <Page title={t('deleteAccount.deleted.title')} isCentred>
      <EmptyState
        action={
          <div className={classes.next}>
            <Button size="md" onClick={() => void session.signIn('/', { isNew: true })}>
              {t('deleteAccount.deleted.create')}
            </Button>
            <Button size="md" variant="default" component={ProductsLink}>
              {t('deleteAccount.deleted.products')}
            </Button>
          </div>
        }
      >
        {t('deleteAccount.deleted.text', { days: DELETION_GRACE_DAYS })}
      </EmptyState>
      {productRange}
    </Page>
  );
}

/** The account was not deleted [IDN-24, IDN-25]; 'Try again' leads to where the link is requested. */
export function DeletionErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t('deleteAccount.error.title')} isCentred>
      <ErrorState
        message={t('deleteAccount.error.text')}
        onRetry={() => void navigate({ to: '/settings/delete-account' })}
      />
    </Page>
  );
}
