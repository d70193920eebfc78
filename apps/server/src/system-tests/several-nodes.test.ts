import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Photo } from '@keepsake/contracts/library/photos';
import { pushMessage } from '@keepsake/contracts/push';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { asCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Two web nodes and a worker that share a PostgreSQL and an S3 bucket and nothing else. */
let installation: Installation;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  bucket = await startS3Server();
  installation = await startInstallation({
    roles: ['web', 'web', 'worker'],
    env: { STORAGE_URL: bucket.storageUrl },
  });
});
afterAll(async () => {
  await installation.stop();
  await bucket.stop();
});

const ANNA = asCustomerId('01900000-0000-7000-8000-0000000000aa');
const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');
const addressOf = (index: number) => installation.nodes[index]?.address ?? '';

async function listenTo(node: number) {
  const socket = new WebSocket(`${addressOf(node).replace('http', 'ws')}/api/push/socket`);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'authenticate', token: await installation.tokenFor(ANNA) }));
  await expect.poll(() => received).toEqual(['OK']);
  return { socket, received };
}

async function upload(node: number, content: Buffer): Promise<Photo> {
  const headers = { authorization: `Bearer ${await installation.tokenFor(ANNA)}` };
  const url = await new Promise<string>((resolve, reject) => {
    const endpoint = `${addressOf(node)}/api/uploads/files`;
    const sending: Upload = new Upload(content, {
      endpoint,
      headers,
      metadata: { filename: 'from-node-one.jpg', filetype: 'image/jpeg' },
      onError: reject,
      onSuccess: () => resolve(sending.url ?? ''),
    });
    sending.start();
  });
  const id = url.split('/').at(-1);
  const answer = await fetch(`${addressOf(node)}/api/uploads/uploads/${id}/commit`, {
    method: 'POST',
    headers,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { photo: Photo }).photo;
}

describe('several nodes', () => {
  test('show on one what arrived through another, as soon as a third made its thumbnails', async () => {
    const { socket, received } = await listenTo(1);
    const { imageId } = await upload(0, await readFile(fixture));
    const changes = () =>
      received.slice(1).map((text) => {
        const message = pushMessage.parse(JSON.parse(text));
        return 'data' in message ? message.data : null;
      });
    await expect.poll(changes, { timeout: 15_000 }).toEqual([
      { change: 'added', photoIds: [imageId] },
      { change: 'ready', photoIds: [imageId] },
    ]);
    socket.close();
    const authorization = `Bearer ${await installation.tokenFor(ANNA)}`;
    const photo = await fetch(`${addressOf(1)}/api/photo-management/photos/${imageId}`, {
      headers: { authorization },
    });
    const { thumbnails, dateTaken } = (await photo.json()) as Photo;
    expect(dateTaken).toBe('2019-07-04T15:30:12');
    const picture = await fetch(addressOf(1) + thumbnails[0]?.url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('do only what their role says', async () => {
    const authorization = `Bearer ${await installation.tokenFor(ANNA)}`;
    const requested = await fetch(`${addressOf(2)}/api/photo-management/users`, {
      headers: { authorization },
    });
    expect(requested.status).toBe(404);
    for (const node of [0, 1, 2]) expect((await fetch(`${addressOf(node)}/health/ready`)).status).toBe(200);
  });
});
