import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '#/shared/session.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions } from '#/shared/ui/dialog.tsx';
import { forgetUnfinishedUploads, type UnsavedPhotos } from './unfinished-uploads.ts';
import { noteRemoved, useStoredText } from './unsaved-photos.ts';

type Props = {
  unsaved: UnsavedPhotos;
  onSignOut: () => void;
  /** Whether the question is the page itself, which Back leaves. */
  isPage?: boolean;
};

/** Asks before a sign-out that stops uploads; closing it stays. What waits on the device does so unless others use it. */
export default function SignOutDialog({ unsaved, onSignOut, isPage = false, ...shown }: Props & DialogProps) {
  const { t } = useTranslation();
  const { sub } = useCustomer();
  const [leavesNothing, setLeavesNothing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { photos: count, named } = unsaved;
  const storedText = useStoredText(unsaved);

  async function signOut(): Promise<void> {
    setLeaving(true);
    if (leavesNothing) await forgetUnfinishedUploads(sub);
    noteRemoved(leavesNothing ? count : 0);
    onSignOut();
  }

  return (
    <Dialog {...shown} title={t('import.signOut.title')} isClosable={!isLeaving} isBackElsewhere={isPage}>
      <p>{t('import.signOut.unsaved', { count })}</p>
      <p>{storedText}</p>
      {named > 0 && (
        <Checkbox
          checked={leavesNothing}
          onChange={(event) => setLeavesNothing(event.currentTarget.checked)}
          label={t('import.signOut.leaveNothing')}
        />
      )}
      <DialogActions>
        <Button variant="default" loading={isLeaving} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
        <Button data-autofocus disabled={isLeaving} onClick={shown.onClose}>
          {t('import.signOut.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
