import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '#/shared/error-reports.ts';
import { useSession } from '#/shared/session.ts';
import { Dialog } from '#/shared/ui/dialog.tsx';
import classes from './session-expired-dialog.module.css';

/** Sign-in in a small window, so that nothing on the page is lost; on the page itself if no window opens. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation();
  const session = useSession();
  const [hasNoWindow, setHasNoWindow] = useState(false);

  async function signInOver(): Promise<void> {
    try {
      await session.signInOver();
    } catch (error) {
      setHasNoWindow(true);
      reportFailure('SIGN_IN_AGAIN', error);
    }
  }

  function signInHere(): void {
    const { pathname, search, hash } = window.location;
    void session.signIn(`${pathname}${search}${hash}`);
  }

  return (
    <Dialog isOpen isClosable={false} onClose={() => {}} title={t('session.expiredTitle')}>
      <p className={classes.text}>{t('session.expiredText')}</p>
      {hasNoWindow && (
        <p className={classes.text} role="alert">
          {t('session.noWindow')}
        </p>
      )}
      <div className={classes.actions}>
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
