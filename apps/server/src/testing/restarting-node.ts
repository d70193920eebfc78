import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PhotoPage } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { DAY_MS } from '../platform/clock.ts';
import { fromStoredNames } from '../platform/stored-names.ts';
import { createCall } from './call-api.ts';
import { newJpeg } from './photos.ts';
import { startTestIssuer } from './test-issuer.ts';
import { clientOf } from './upload-client.ts';

type Options = {
  /** The data folder is below it. */
  folder: string;
  databaseUrl(): string;
  /** Null keeps objects as files. */
  storageUrl?: string | null;
  /** Further settings, as they are at each start. */
  settings?(): Record<string, string>;
};
type Running = { app: App; address: string; log: string[] };

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One node that tests stop and restart while its database or store are replaced; its jobs run on demand. */
export async function createRestartingNode({ folder, databaseUrl, storageUrl, settings }: Options) {
  const issuer = await startTestIssuer();
  const environment = () => ({
    ROLE: 'web',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl(),
    OIDC_ISSUER: issuer.issuer,
    ...(storageUrl ? { STORAGE_URL: storageUrl } : {}),
    ...settings?.(),
  });
  let running: Running | null = null;
  const now = () => {
    if (!running) throw new Error('The node is stopped');
    return running;
  };
  async function stop(): Promise<void> {
    await running?.app.close();
    running = null;
  }
  const call = <Body>(customer: CustomerId, ...rest: [method: string, path: string, body?: object]) =>
    createCall({ address: now().address, tokenFor: issuer.tokenFor })<Body>(customer, ...rest);
  const client = async (customer: CustomerId) =>
    clientOf(now().address, customer, await issuer.tokenFor(customer));

  return {
    environment,
    call,
    client,
    app: () => now().app,
    log: () => now().log.join(''),
    /** Starts the node, `days` ahead of the present. */
    async start(days = 0): Promise<App> {
      const log: string[] = [];
      const app = await createApp({
        config: readConfig(environment()),
        databaseUrl: databaseUrl(),
        log: pino({ level: 'info' }, { write: (line) => log.push(line) }),
        clock: () => new Date(Date.now() + days * DAY_MS),
        webFolder: null,
      });
      running = { app, log, address: await app.http.listen({ host: '127.0.0.1', port: 0 }) };
      return app;
    },
    stop,
    async end(): Promise<void> {
      await stop();
      await issuer.stop();
    },
    async run(name: string, payload: object = {}): Promise<void> {
      const task = now().app.tasks.find((one) => one.name === name);
      if (!task) throw new Error(`There is no task ${name}`);
      await task.handle(fromStoredNames(payload), { attempt: 1, maxAttempts: 1 });
    },
    status: async () => (await now().app.reconcile.plan()).epochs.status,
    /** The web app's first call, with which a provider's customer becomes known. */
    open: (customer: CustomerId) => call(customer, 'GET', '/accounts/accounts/getaccountinformation'),
    /** Saves a photo whose commit was acknowledged. */
    async save(customer: CustomerId, content?: Buffer) {
      const bytes = content ?? (await newJpeg(40, 30));
      const uploads = await client(customer);
      const { status, photo } = await uploads.commit(await uploads.send(bytes));
      if (status !== 200) throw new Error(`The photo was not saved: ${status}`);
      return { id: photo.imageId, bytes, hash: hashOf(bytes) };
    },
    /** Hashes of a customer's originals as the customer gets them, in order; null for one that cannot be read. */
    async library(customer: CustomerId): Promise<(string | null)[]> {
      const { body } = await call<PhotoPage>(customer, 'GET', '/photo-management/photos?limit=50');
      const originals = body.images.map(async ({ untouchedUrl }) => {
        const original = await fetch(now().address + untouchedUrl);
        return original.ok ? hashOf(new Uint8Array(await original.arrayBuffer())) : null;
      });
      return (await Promise.all(originals)).sort();
    },
  };
}
