import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { useImportQueue, useImportRunner } from '../import-context.ts';
import { closeImport, useImportOpener } from '../import-opener.ts';
import { summarize } from '../queue/summarize.ts';
import classes from './import-modal.module.css';

/**
 * Upload [IMP-08] confirms what was picked and leads to the photos, or to the album they are for; what is still on its way goes on in the tray.
 * Cancel [IMP-10] stops what is not saved yet. Photos that are saved by then stay, and that is said.
 */
export function ImportActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const runner = useImportRunner();
  const { items } = useImportQueue();
  const album = useImportOpener((state) => state.album);
  const { total, pending, saved } = summarize(items);

  function confirm() {
    closeImport();
    if (pending === 0) runner.clear();
    if (pending === 0 && saved > 0) {
      showToast({ message: t('import.savedCount', { count: saved }), tone: 'success' });
    }
    if (album) void navigate({ to: '/my-photos/albums/$albumId', params: { albumId: album.albumId } });
    else if (pending > 0 || saved > 0) void navigate({ to: '/my-photos/photos' });
  }
  function cancel() {
    closeImport();
    runner.cancel();
    runner.clear();
    if (saved > 0) showToast({ message: t('import.savedStay', { count: saved }) });
  }
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={cancel}>
        {t('import.cancel')}
      </Button>
      <Button onClick={confirm} disabled={total === 0}>
        {t('import.upload')}
      </Button>
    </div>
  );
}
