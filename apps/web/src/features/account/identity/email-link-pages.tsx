import { confirmEmailChange, undoEmailChange } from '@keepsake/contracts/account/email-changes';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AnotherAccountPage, isAnotherAccount } from '#/shared/another-account.tsx';
import { call } from '#/shared/api/call.ts';
import { mailedTokenOf } from '#/shared/mailed-token.ts';
import { AS_DONE } from '#/shared/plain-pages.tsx';
import { useIsSignedIn, useOwnIdentity, useSession } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

const LINK_PATH = '/change-email-confirmation';

/**
 * Target of the link mailed to the new address: its button changes the address, opening it changes nothing [IDN-08, IDN-17,
 * IDN-18].
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const params = useOwnIdentity();
  const token = mailedTokenOf(LINK_PATH);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (given: string) => call(confirmEmailChange, { params: { ...params, token: given } }),
    meta: { action: 'CONFIRM_EMAIL_CHANGE', invalidates: [] },
    async onSuccess() {
      await navigate({ to: '/change-email-success', ...AS_DONE });
      await session.forget();
    },
    onError(error) {
      if (!isAnotherAccount(error)) void navigate({ to: '/change-email-error', replace: true });
    },
  });
  useEffect(() => {
    if (token === null) void navigate({ to: '/change-email-error', replace: true });
  }, [token, navigate]);
  if (isAnotherAccount(error)) return <AnotherAccountPage path={LINK_PATH} />;
  return (
    <Page title={t('changeEmail.confirm.title')} isCentred>
      {token !== null && (
        <EmptyState
          action={
            <Button size="md" loading={isPending || isSuccess} onClick={() => mutate(token)}>
              {t('changeEmail.confirm.submit')}
            </Button>
          }
        >
          {t('changeEmail.confirm.text')}
        </EmptyState>
      )}
    </Page>
  );
}

/** The address was changed: invites to log in with the new one [IDN-22, IDN-23]. */
export function EmailChangedPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <Page title={t('changeEmail.success.title')} isCentred>
      <EmptyState
        action={
          <Button size="md" onClick={() => void session.signIn('/')}>
            {t('changeEmail.success.continue')}
          </Button>
        }
      >
        {t('changeEmail.success.text')}
      </EmptyState>
    </Page>
  );
}

/** The address was not changed [IDN-26, IDN-27]; 'Try again' leads to where the link is requested. */
export function EmailErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t('changeEmail.error.title')} isCentred>
      <ErrorState
        message={t('changeEmail.error.text')}
        onRetry={() => void navigate({ to: '/settings/email' })}
      />
    </Page>
  );
}

/**
 * Target of the link mailed to the previous address, with or without sign-in: its button restores that address. Another account
 * that is signed in here stays so.
 */
export function UndoEmailPage() {
  const { t } = useTranslation();
  const session = useSession();
  const token = mailedTokenOf('/change-email-undo') ?? '';
  const isSignedIn = useIsSignedIn();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => call(undoEmailChange, { params: { token } }),
    meta: { action: 'UNDO_EMAIL_CHANGE', invalidates: [] },
    async onSuccess({ customerId }) {
      const state = session.store.getState();
      if (!('identity' in state) || state.identity.sub === customerId) await session.forget();
    },
  });
  const part = isSuccess ? 'undone' : 'undo';
  const text = isSuccess && isSignedIn ? 'undoneElsewhere' : part;
  if (error || token === '') {
    return (
      <Page title={t('changeEmail.undoError.title')} isCentred>
        <ErrorState error={error} message={t('changeEmail.undoError.text')} onRetry={() => mutate()} />
      </Page>
    );
  }
  return (
    <Page key={part} title={t(`changeEmail.${part}.title`)} isCentred>
      <EmptyState
        action={
          !isSuccess && (
            <Button size="md" loading={isPending} onClick={() => mutate()}>
              {t('changeEmail.undo.submit')}
            </Button>
          )
        }
      >
        {t(`changeEmail.${text}.text`)}
      </EmptyState>
    </Page>
  );
}
