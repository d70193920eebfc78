import { getPhoto } from '@keepsake/contracts/library/photos';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos } from '#/features/library/photo-view/index.ts';
import { call, downloadBlob } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { type LeavingPhotos, useDownloadAction } from './download-action.tsx';

/**
 * Fetches photos, then opens the device's share sheet. Browsers only allow that within seconds of a tap: if fetching takes
 * longer, the customer taps the button. Downloading is always offered as an alternative.
 */
export default function ShareDialog({ chosen, onDone, isOpen, onClose }: LeavingPhotos & DialogProps) {
  const { t } = useTranslation();
  const download = useDownloadAction();
  const { files, fetched, failure, fetchAgain } = useFetchedFiles(chosen, isOpen);
  const { isRefused, share } = useShare(files, () => {
    onClose();
    onDone();
  });
  const isFailed = failure !== null;
  const count = chosen.photoIds.length;

  function downloadInstead() {
    onClose();
    download.start(chosen, onDone);
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('share.action')}>
      {!isFailed && <p role="status">{t(files ? 'share.ready' : 'share.fetching', { count, fetched })}</p>}
      {!isFailed && !files && (
        <ProgressBar percent={Math.round((fetched * 100) / count)} label={t('share.progress')} />
      )}
      {isFailed && <DialogAlert error={failure}>{t('share.failed')}</DialogAlert>}
      {isRefused && <DialogAlert error={null}>{t('share.refused')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={downloadInstead}>
          {download.label}
        </Button>
        {isFailed ? (
          <Button onClick={fetchAgain}>{t('errors.tryAgain')}</Button>
        ) : (
          <Button onClick={() => share('tap')} disabled={!files}>
            {t('share.action')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Opens the share sheet once the files are ready, if the first tap is still recent enough, and on every further tap. */
function useShare(files: File[] | null, onShared: () => void) {
  const [isRefused, setRefused] = useState(false);

  async function share(trigger: 'tap' | 'files') {
    if (!files) return;
    setRefused(false);
    try {
      await navigator.share({ files });
      onShared();
    } catch (error) {
      const { name } = error as DOMException;
      // The customer closed the sheet, it is already open, or the browser requires another tap.
      if (name === 'AbortError' || name === 'InvalidStateError') return;
      if (name === 'NotAllowedError' && trigger === 'files') return;
      reportFailure('SHARE_PHOTOS', error);
      setRefused(true);
    }
  }
  const shareAtOnce = useEffectEvent(() => {
    setRefused(false);
    if (navigator.userActivation?.isActive !== false) void share('files');
  });
  useEffect(() => {
    if (files) shareAtOnce();
  }, [files]);
  return { isRefused, share };
}

type Fetched = { files: File[] | null; fetched: number; failure: unknown };
const NOTHING: Fetched = { files: null, fetched: 0, failure: null };

/** Fetches the originals of photos while `isEnabled`, and releases them afterwards. */
function useFetchedFiles(chosen: ChosenPhotos, isEnabled: boolean) {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    if (!isEnabled) return;
    const fetching = new AbortController();
    const { signal } = fetching;
    setState(NOTHING);
    fetchFiles(chosen, signal, () => {
      if (!signal.aborted) setState((before) => ({ ...before, fetched: before.fetched + 1 }));
    }).then(
      (files) => !signal.aborted && setState((before) => ({ ...before, files })),
      (error: unknown) => {
        if (signal.aborted) return;
        fetching.abort();
        reportFailure('SHARE_PHOTOS', error);
        setState({ ...NOTHING, failure: error });
      },
    );
    return () => {
      fetching.abort();
      setState(NOTHING);
    };
  }, [chosen, isEnabled, attempt]);
  return { ...state, fetchAgain: () => setAttempt(attempt + 1) };
}

async function fetchFiles(
  { photoIds, photoOf }: ChosenPhotos,
  signal: AbortSignal,
  onFile: () => void,
): Promise<File[]> {
  const fetchOne = async (photoId: string) => {
    const photo = photoOf?.(photoId) ?? (await call(getPhoto, { params: { photoId } }, { signal }));
    const blob = await downloadBlob(photo.untouchedUrl, { signal });
    onFile();
    return new File([blob], photo.localFileName, { type: blob.type });
  };
  return Promise.all(photoIds.map(fetchOne));
}
