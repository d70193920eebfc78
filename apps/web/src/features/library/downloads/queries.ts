import { getDownloads, getDownloadUrl } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** How often an archive that is being prepared is looked after, should its news not come, in milliseconds. */
export const POLL_MS = 4_000;

/** The downloads of the last days, newest first [DWN-16]. */
export const downloadsQuery = queryOptions({
  queryKey: ['Downloads'],
  queryFn: async ({ signal }) => (await call(getDownloads, {}, { signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'started') ? POLL_MS : false),
});

/**
 * Has the browser itself fetch a finished archive as `{downloadId}.zip` [DWN-17, DWN-19]: it shows the progress, can
 * resume, and needs none of this page's memory.
 */
export async function fetchDownload(downloadId: string): Promise<void> {
  const { url } = await call(getDownloadUrl, { params: { downloadId } });
  saveAs(url, `${downloadId}.zip`);
}

/** Saves what is at an address under a name. */
export function saveAs(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}
