import path from 'node:path';
import { type Endpoint, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import type { Installation } from '../testing/start-installation.ts';

export const CHANNEL = 'pennyfern';
export const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');
const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
export const SERVICE_TOKENS = JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } });
/** Two photo books are drawn, at low priority, while other tests use the machine. */
const SETTLING = 120_000;

type Answer = Record<
  | 'albumId'
  | 'archiveId'
  | 'backupId'
  | 'callbackId'
  | 'changeId'
  | 'cursor'
  | 'email'
  | 'id'
  | 'invoiceId'
  | 'key'
  | 'orderCode'
  | 'projectId'
  | 'testReceiverUrl'
  | 'returnTo'
  | 'tempSelectionId'
  | 'token'
  | 'transferId'
  | 'untouchedUrl'
  | 'url'
  | 'widgetId',
  string
> & {
  projectCode: string;
  archive: { status: string } | null;
  files: { url: string }[];
  images: { imageId: string; url: string }[];
  items: { pictureUrl: string }[];
  methods: { id: string }[];
  pages: { pictureUrl: string }[];
  photo: { imageId: string };
};
export type Requested = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  file?: Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Uses a business customer's token for an endpoint that others may call, too. */
  isBusiness?: boolean;
};

const pathOf = (endpoint: Endpoint, params: Record<string, string>) =>
  SERVICE_PATHS[endpoint.service] +
  endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');

function typeOf({ body, file }: Pick<Requested, 'body' | 'file'>): Record<string, string> {
  if (file) return { 'content-type': 'image/jpeg' };
  return body ? { 'content-type': 'application/json' } : {};
}

/** An installation of one node whose every endpoint is called. */
export type Drive = ReturnType<typeof startDrive>;

/** Calls endpoints, and remembers which have answered. `client` is a connection to the installation's database. */
export function startDrive(installation: Installation, client: pg.Client) {
  const answered = new Map<string, number[]>();
  const node = () => installation.nodes[0] as Installation['nodes'][number];

  /** Calls an endpoint of the contract by its name and records its answer. */
  async function ask(
    customerId: CustomerId,
    name: string,
    { params = {}, query = {}, body, file, headers = {}, isBusiness = false }: Requested = {},
  ): Promise<Answer> {
    const endpoint = node().routes.find((route) => route.endpoint.name === name)?.endpoint as Endpoint;
    const url = new URL(pathOf(endpoint, params), node().address);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const claims = endpoint.isForBusiness || isBusiness ? { [B2B_CLAIM]: 'password' } : {};
    const token =
      endpoint.access === 'service' ? SHOP_TOKEN : await installation.tokenFor(customerId, claims);
    const answer = await fetch(url, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...typeOf({ body, file }), ...headers },
      body: file ?? (body && JSON.stringify(body)),
    });
    answered.set(name, [...(answered.get(name) ?? []), answer.status]);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
    return JSON.parse(endpoint.download ? '{}' : text || '{}');
  }

  /** Waits until no runnable job is left and no photo book is to be drawn. */
  async function settle(): Promise<void> {
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          `select task_identifier, last_error from graphile_worker.jobs
         where run_at <= now() or last_error is not null or task_identifier = 'make-demo-book'`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: SETTLING, interval: 100 },
    );
  }

  const isAnswered = (name: string) => answered.get(name)?.some((status) => status < 300);

  return { installation, client, answered, node, ask, settle, isAnswered };
}
