import type { Photo } from '@keepsake/contracts/library/photos';
import { type APIRequestContext, expect } from '@playwright/test';

export type File = { name: string; content: Buffer };
type Asking = { asking: APIRequestContext; authorization: string };

/** Uploads files one after another as the web app does, but without a page. Returns the saved photos. */
export async function uploadPhotos(as: Asking, files: readonly File[]): Promise<Photo[]> {
  const saved: Photo[] = [];
  for (const file of files) saved.push(await uploadPhoto(as, file));
  return saved;
}

async function uploadPhoto({ asking, authorization }: Asking, { name, content }: File): Promise<Photo> {
  const headers = { authorization, 'tus-resumable': '1.0.0' };
  const created = await asking.post('/api/uploads/files', {
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = created.headers().location ?? '';
  await asking.patch(location, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: content,
  });
  const commit = `/api/uploads/uploads/${location.split('/').at(-1)}/commit`;
  const answer = await asking.post(commit, { headers: { authorization } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { photo: Photo }).photo;
}

/** Waits until these photos can be displayed. */
export async function expectThumbnails({ asking, authorization }: Asking, photos: readonly Photo[]) {
  for (const { imageId } of photos) {
    const read = async () => {
      const answer = await asking.get(`/api/photo-management/photos/${imageId}`, {
        headers: { authorization },
      });
      return ((await answer.json()) as Photo).thumbnailState;
    };
    await expect.poll(read, { timeout: 60_000, intervals: [50] }).toBe('success');
  }
}
