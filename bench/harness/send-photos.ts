import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { photoBytesOf } from '../photo-bytes.ts';

/** Access of a phone or a signed-in browser: addresses for sending and committing, and its token. */
export type Sender = { token: string; files: string; commit: (uploadId: string) => string };

export const phoneSender = (token: string): Sender => ({
  token,
  files: '/api/uploads/phone/files',
  commit: (uploadId) => `/api/uploads/phone/uploads/${uploadId}/commit`,
});
export const browserSender = (token: string): Sender => ({
  token,
  files: '/api/uploads/files',
  commit: (uploadId) => `/api/uploads/uploads/${uploadId}/commit`,
});

/** Photos sent in parallel, as by the page. */
const PARALLEL = 4;

type Sending = { address: string; agent: http.Agent; photos: number; bytes: number };

/** Sends photos of random content; returns the milliseconds until each was saved. */
export async function sendPhotos(
  sender: Sender,
  { address, agent, photos, bytes }: Sending,
): Promise<number[]> {
  const newPhoto = photoBytesOf(bytes);
  const times: number[] = [];
  let left = photos;
  async function work() {
    while (left-- > 0) {
      const start = performance.now();
      await sendPhoto(sender, { address, agent, parts: newPhoto() });
      times.push(performance.now() - start);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return times;
}

type Photo = { address: string; agent: http.Agent; parts: Buffer[] };

async function sendPhoto({ token, files, commit }: Sender, { address, agent, parts }: Photo) {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const created = await post(agent, new URL(files, address), parts, {
    ...headers,
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(bytes),
    'upload-metadata': `filename ${Buffer.from('IMG_0001.jpg').toString('base64')}`,
  });
  await post(agent, new URL(commit(created.split('/').at(-1) ?? ''), address), [], headers);
}

/** Posts and returns the Location of the response; throws for an error status. */
async function post(agent: http.Agent, url: URL, parts: Buffer[], headers: Record<string, string>) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const request = http.request(url, {
    agent,
    method: 'POST',
    headers: { ...headers, 'content-length': length },
  });
  for (const part of parts) request.write(part);
  request.end();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = String(await buffer(answer));
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode} ${body}`);
  return answer.headers.location ?? '';
}
