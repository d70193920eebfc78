import { ARCHIVE_TOAST_MS, type Download } from '@keepsake/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '#/shared/error-reports.ts';
import { usePush } from '#/shared/push.ts';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { takeAwaited, useDownloadsOpener } from './awaited-archives.ts';
import { downloadsQuery, fetchDownload, POLL_MS } from './queries.ts';

/** Tells what becomes of the archives that this page asked for, and saves them when they are finished. */
export function ArchiveEvents() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const awaited = useDownloadsOpener((state) => state.awaited);

  function end(downloadId: string, isFinished: boolean) {
    const archive = takeAwaited(downloadId);
    if (!archive) return;
    closeToast(archive.toast);
    if (isFinished) void save(archive);
    else fail();
  }
  async function save({ downloadId, onDone }: { downloadId: string; onDone: () => void }) {
    try {
      await fetchDownload(downloadId);
      showToast({ message: t('download.downloading'), tone: 'success', durationMs: ARCHIVE_TOAST_MS });
      onDone();
    } catch (error) {
      reportFailure('DOWNLOAD_ARCHIVE', error);
      fail();
    }
  }
  function fail() {
    showToast({ message: t('download.failed'), tone: 'failure', durationMs: ARCHIVE_TOAST_MS });
  }

  usePush('archive', ({ key, message: { downloadId } }) => {
    void client.invalidateQueries({ queryKey: ['Downloads'] });
    if (key !== 'archive-started') end(downloadId, key === 'archive-finished');
  });
  useEndedElsewhere(awaited.length > 0, (download) => {
    if (download.status !== 'started') end(download.id, download.status === 'finished');
  });
  return null;
}

/** What the list of downloads says of archives whose news were lost on the way. */
function useEndedElsewhere(isWaiting: boolean, onSeen: (download: Download) => void): void {
  const { data } = useQuery({ ...downloadsQuery, enabled: isWaiting, refetchInterval: isWaiting && POLL_MS });
  const see = useEffectEvent(onSeen);
  useEffect(() => {
    for (const download of data ?? []) see(download);
  }, [data]);
}
