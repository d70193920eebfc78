import type { Download } from '@keepsake/contracts/library/downloads';
import { ARCHIVE_TOAST_MS } from '@keepsake/contracts/platform/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '#/shared/error-reports.ts';
import { usePush } from '#/shared/push.ts';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { takeAwaited, useAwaitedArchives } from './awaited-archives.ts';
import { downloadsQuery, POLL_MS, saveDownload } from './queries.ts';

/** Downloads the archives requested by this page once they are finished, and reports those that failed. */
export default function ArchiveEvents() {
  const { t } = useTranslation();
  const isWaiting = useAwaitedArchives(({ archives }) => archives.length > 0);

  function end(downloadId: string, isFinished: boolean) {
    const archive = takeAwaited(downloadId);
    if (!archive) return;
    closeToast(archive.toast);
    if (isFinished) void save(archive);
    else fail();
  }
  async function save({ downloadId, onDone }: { downloadId: string; onDone: () => void }) {
    try {
      await saveDownload(downloadId);
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
    if (key !== 'archive-started') end(downloadId, key === 'archive-finished');
  });
  usePolledDownloads(isWaiting, (download) => {
    if (download.status !== 'started') end(download.id, download.status === 'finished');
  });
  return null;
}

/** Polls the list of downloads, in case a push message is lost. */
function usePolledDownloads(isWaiting: boolean, onSeen: (download: Download) => void): void {
  const { data } = useQuery({ ...downloadsQuery, enabled: isWaiting, refetchInterval: isWaiting && POLL_MS });
  const see = useEffectEvent(onSeen);
  useEffect(() => {
    for (const download of data ?? []) see(download);
  }, [data]);
}
