import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '#/shared/error-reports.ts';
import { type SignInHow, useSession, useSessionState } from '#/shared/session.ts';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './sign-in-dialog.module.css';

type Props = {
  /** The session is still valid but a call needs a more recent sign-in, which the customer may decline. */
  isForCall?: boolean;
};

/** Sign-in in a popup, so that nothing on the page is lost; on the page itself if the popup is blocked. */
export default function SignInDialog({ isForCall = false }: Props) {
  const { t } = useTranslation();
  const state = useSessionState();
  const { hasNoWindow, signInOver, signInHere, decline } = useSignInAgain({ isAnew: isForCall });
  const isFrameRefused = state.status === 'expired' && state.isFrameRefused;
  const text = isFrameRefused ? 'session.frameRefused' : 'session.expiredText';
  return (
    <Dialog
      isOpen
      isClosable={isForCall}
      onClose={decline}
      title={t(isForCall ? 'session.againTitle' : 'session.expiredTitle')}
    >
      <p className={classes.text}>{t(isForCall ? 'session.againText' : text)}</p>
      {hasNoWindow && (
        <p className={classes.text} role="alert">
          {t('session.noWindow')}
        </p>
      )}
      <div className={classes.actions}>
        {isForCall && (
          <Button variant="default" onClick={decline}>
            {t('session.notNow')}
          </Button>
        )}
        <Button onClick={signInOver} data-autofocus>
          {t('session.signIn')}
        </Button>
        {hasNoWindow && (
          <Button variant="default" onClick={signInHere}>
            {t('session.signInHere')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useSignInAgain(how: SignInHow) {
  const session = useSession();
  /** Whether the popup did not open, or its sign-in failed. */
  const [hasNoWindow, setHasNoWindow] = useState(false);
  return {
    hasNoWindow,
    signInOver: () =>
      session.signInOver(how).then(session.endWaiting, (error) => {
        setHasNoWindow(true);
        reportFailure('SIGN_IN_AGAIN', error);
      }),
    signInHere() {
      const { pathname, search, hash } = window.location;
      void session.signIn(`${pathname}${search}${hash}`, how);
    },
    decline: () => session.endWaiting(false),
  };
}
