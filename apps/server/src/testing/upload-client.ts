import type { commitUpload } from '@keepsake/contracts/library/uploads';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { newCustomerId } from './customer-ids.ts';

export const FILES = '/api/uploads/files';

/** The calls of a customer's client, over plain HTTP; test servers take the customer's id for a token. */
export function clientOf(address: string, customerId = newCustomerId(), token: string = customerId) {
  const call = (
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ) =>
    fetch(new URL(url, address), {
      method,
      body: body as string | undefined,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const part = { 'content-type': 'application/offset+octet-stream' };

  async function create(size: number, fileName = 'holiday.jpg') {
    const headers = { 'upload-length': String(size), 'upload-metadata': `filename ${base64(fileName)}` };
    const answer = await call('POST', FILES, headers);
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.headers.get('location') ?? '';
  }
  const patch = (url: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    call('PATCH', url, { ...part, 'upload-offset': String(offset), ...headers }, bytes);
  async function offsetOf(url: string) {
    return Number((await call('HEAD', url)).headers.get('upload-offset') ?? Number.NaN);
  }
  async function commit(url: string, body?: { albumId: string }) {
    const path = `/api/uploads/uploads/${url.split('/').at(-1)}/commit`;
    const json = { 'content-type': 'application/json' };
    const answer = await call('POST', path, body && json, body && JSON.stringify(body));
    const notified = (await answer.json()) as { code?: string };
    return {
      status: answer.status,
      code: notified.code,
      ...(notified as unknown as ResponseOf<typeof commitUpload>),
    };
  }
  /** Creates an upload and sends all of it. */
  async function send(bytes: Buffer, fileName?: string) {
    const url = await create(bytes.length, fileName);
    const answer = await patch(url, 0, bytes);
    if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
    return url;
  }
  return { customerId, call, create, patch, offsetOf, commit, send };
}
