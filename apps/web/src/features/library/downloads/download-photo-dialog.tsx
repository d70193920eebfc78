import type { Photo } from '@keepsake/contracts/library/photos';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadBlob, saveAs } from '#/shared/api/call.ts';
import { formatBytes, useLocale } from '#/shared/format.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

export type DownloadPhotoProps = { photo: Photo; onDone: () => void };

/** Downloads one photo as its original file; closes on success and shows a failure [DWN-01 to DWN-03]. */
export default function DownloadPhotoDialog({
  photo,
  onDone,
  isOpen,
  onClose,
}: DownloadPhotoProps & DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { start, abort, isPending, error } = useDownload(photo, () => {
    onClose();
    onDone();
  });
  function close() {
    abort();
    onClose();
  }
  const size = photo.bytes === undefined ? null : formatBytes(photo.bytes, locale);
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('download.oneTitle')}>
      <p>{size ? t('download.oneText', { name: photo.localFileName, size }) : photo.localFileName}</p>
      {error && <DialogAlert error={error}>{t('download.oneFailed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={close}>
          {t('download.cancel')}
        </Button>
        <Button onClick={start} loading={isPending}>
          {t('download.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useDownload(photo: Photo, onSaved: () => void) {
  const running = useRef<AbortController>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (signal: AbortSignal) => savePhoto(photo, signal),
    meta: { action: 'DOWNLOAD_PHOTO', invalidates: [] },
    onSuccess: (isSaved) => isSaved && onSaved(),
  });
  function start() {
    running.current = new AbortController();
    mutate(running.current.signal);
  }
  return { start, abort: () => running.current?.abort(), isPending, error };
}

/** Fetches the whole original before saving it, so that a failure can be shown [DWN-13]. Resolves to false if cancelled. */
async function savePhoto({ untouchedUrl, localFileName }: Photo, signal: AbortSignal): Promise<boolean> {
  const file = await downloadBlob(untouchedUrl, { signal }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!file || signal.aborted) return false;
  const address = URL.createObjectURL(file);
  saveAs(address, localFileName);
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
  return true;
}
