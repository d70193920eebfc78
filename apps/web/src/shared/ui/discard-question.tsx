import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from './dialog.tsx';
import { useDiscardQuestion } from './unsaved.ts';

/**
 * Asks before what was typed is lost, when a page is left or a dialog closed. Escape and Back keep it, and so does the main
 * button.
 */
export default function DiscardQuestion() {
  const { t } = useTranslation();
  const { answer } = useDiscardQuestion();
  const stay = () => answer?.(false);
  return (
    <Dialog isOpen={answer !== null} onClose={stay} title={t('unsaved.title')} width={400}>
      <p>{t('unsaved.text')}</p>
      <DialogActions>
        <Button variant="default" onClick={() => answer?.(true)}>
          {t('unsaved.discard')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('unsaved.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
