import { getDownloadUrl } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';

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
