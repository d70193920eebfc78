import type http from 'node:http';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { lengthOf, sendBytes } from './requests.ts';

/** A signed-in browser or a phone: its connections, its token, and below which path it sends. */
export type Sender = { agent: http.Agent; address: string; token: string; under: string };

export const BROWSER = SERVICE_PATHS.uploads;
export const PHONE = `${SERVICE_PATHS.uploads}/phone`;

const BYTES = { 'content-type': 'application/offset+octet-stream' };
const NAME = { 'upload-metadata': `filename ${Buffer.from('IMG_0001.jpg').toString('base64')}` };

/** Creates an upload with its bytes, and commits it. */
export async function sendTogether(sender: Sender, parts: readonly Buffer[]): Promise<void> {
  const created = await createUpload(sender, { length: lengthOf(parts), headers: BYTES, parts });
  await commit(sender, created);
}

/** Creates an upload, sends its bytes, and commits it. */
export async function sendApart(sender: Sender, parts: readonly Buffer[]): Promise<void> {
  const created = await createUpload(sender, { length: lengthOf(parts) });
  const headers = { ...headersOf(sender), ...BYTES, 'upload-offset': '0' };
  await sendBytes(created, { agent: sender.agent, method: 'PATCH', headers, parts });
  await commit(sender, created);
}

type Created = { length: number; headers?: Record<string, string>; parts?: readonly Buffer[] };

async function createUpload(sender: Sender, { length, headers, parts }: Created): Promise<URL> {
  const { agent, address, under } = sender;
  const { location } = await sendBytes(new URL(`${under}/files`, address), {
    agent,
    headers: { ...headersOf(sender), ...NAME, ...headers, 'upload-length': String(length) },
    parts,
  });
  return new URL(location, address);
}

async function commit(sender: Sender, { pathname, origin }: URL): Promise<void> {
  const url = new URL(`${sender.under}/uploads/${pathname.split('/').at(-1)}/commit`, origin);
  const { body } = await sendBytes(url, { agent: sender.agent, headers: headersOf(sender) });
  // A phone is told nothing of the library.
  if (sender.under === BROWSER && JSON.parse(body).duplicate !== false)
    throw new Error(`A file was not saved: ${body}`);
}

const headersOf = ({ token }: Sender) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' });
