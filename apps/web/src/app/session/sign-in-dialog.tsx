import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '#/shared/error-reports.ts';
import { useSession, useSessionState } from '#/shared/session.ts';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './sign-in-dialog.module.css';

type Props = {
  /** The session is still valid but a call needs a more recent sign-in, which the customer may decline. */
  isForCall?: boolean;
};

/** Sign-in in a popup, so that nothing on the page is lost; on the page itself if the popup is blocked. */
export default function SignInDialog({ isForCall = false }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const [hasNoWindow, setHasNoWindow] = useState(false);
  const state = useSessionState();
  const how = { isAnew: isForCall };
  const isFrameRefused = state.status === 'expired' && state.isFrameRefused;
  const text = isFrameRefused ? 'session.frameRefused' : 'session.expiredText';

  async function signInOver(): Promise<void> {
    try {
      session.endWaiting(await session.signInOver(how));
    } catch (error) {
      setHasNoWindow(true);
      reportFailure('SIGN_IN_AGAIN', error);
    }
  }

  function signInHere(): void {
    const { pathname, search, hash } = window.location;
    void session.signIn(`${pathname}${search}${hash}`, how);
  }

  return (
    <Dialog
      isOpen
      isClosable={isForCall}
      onClose={() => session.endWaiting(false)}
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
          <Button variant="default" onClick={() => session.endWaiting(false)}>
            {t('session.notNow')}
          </Button>
        )}
        <Button onClick={() => void signInOver()} data-autofocus>
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
