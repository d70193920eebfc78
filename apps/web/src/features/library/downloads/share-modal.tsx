import { getPhoto } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, downloadBlob } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import type { ChosenPhotos } from '#/shared/extension-points.ts';
import { DialogActions, DialogAlert, Modal } from '#/shared/ui/modal.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { closeShare } from './awaited-archives.ts';
import { useDownloadAction } from './download-action.tsx';

type Props = { chosen: ChosenPhotos; onDone: () => void; isOpen: boolean };

/**
 * Fetches photos, then opens the phone's share sheet with them. A browser opens it only within seconds of a tap: where the
 * photos took longer, their button asks for another. Downloading stays at hand, whatever becomes of it.
 */
export default function ShareModal({ chosen, onDone, isOpen }: Props) {
  const { t } = useTranslation();
  const download = useDownloadAction();
  const { files, fetched, isFailed, fetchAgain } = useFetchedFiles(chosen, isOpen);
  const { isRefused, share } = useShare(files, () => {
    closeShare();
    onDone();
  });
  const count = chosen.photoIds.length;

  function downloadInstead() {
    closeShare();
    download.start(chosen, onDone);
  }
  return (
    <Modal isOpen={isOpen} onClose={closeShare} title={t('share.action')}>
      {!isFailed && <p role="status">{t(files ? 'share.ready' : 'share.fetching', { count, fetched })}</p>}
      {!isFailed && !files && (
        <ProgressBar percent={Math.round((fetched * 100) / count)} label={t('share.progress')} />
      )}
      {isFailed && <DialogAlert>{t('share.failed')}</DialogAlert>}
      {isRefused && <DialogAlert>{t('share.refused')}</DialogAlert>}
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
    </Modal>
  );
}

/** Opens the share sheet as soon as there are files, if the tap that asked for them still counts, and at every further tap. */
function useShare(files: File[] | null, onShared: () => void) {
  const [isRefused, setRefused] = useState(false);

  async function share(asked: 'tap' | 'earlier') {
    if (!files) return;
    setRefused(false);
    try {
      await navigator.share({ files });
      onShared();
    } catch (error) {
      const { name } = error as DOMException;
      // The customer closed the sheet, or it is open already, or it wants a tap of its own.
      if (name === 'AbortError' || name === 'InvalidStateError') return;
      if (name === 'NotAllowedError' && asked === 'earlier') return;
      reportFailure('SHARE_PHOTOS', error);
      setRefused(true);
    }
  }
  const shareAtOnce = useEffectEvent(() => {
    setRefused(false);
    if (navigator.userActivation?.isActive !== false) void share('earlier');
  });
  useEffect(() => {
    if (files) shareAtOnce();
  }, [files]);
  return { isRefused, share };
}

type Fetched = { files: File[] | null; fetched: number; isFailed: boolean };
const NOTHING: Fetched = { files: null, fetched: 0, isFailed: false };

/** The originals of photos, fetched while `isWanted` and forgotten afterwards. */
function useFetchedFiles(chosen: ChosenPhotos, isWanted: boolean) {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches anew
  useEffect(() => {
    if (!isWanted) return;
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
        setState({ ...NOTHING, isFailed: true });
      },
    );
    return () => {
      fetching.abort();
      setState(NOTHING);
    };
  }, [chosen, isWanted, attempt]);
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
