import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allEndpoints } from './all-endpoints.fixture.ts';
import type { ServiceName } from './platform/services.ts';

/**
 * The calls of both specifications as written there, below the base address of their service. A retailer whose own service
 * answers them is called exactly so.
 */
const SPECIFIED: Partial<Record<ServiceName, readonly string[]>> = {
  photoManagement: [
    'GET /users',
    'GET /users/timeline',
    'POST /users/activate',
    'GET /users/activate',
    'GET /photos/timeline/{year}/{month}?cursor&limit&sortKey&sortOrder',
    'GET /photos?cursor&sortKey&sortOrder',
    'DELETE /photos',
    'DELETE /photos/all',
    'POST /albums',
    'PATCH /albums/{id}',
    'DELETE /albums/{id}',
    'GET /albums/{id}',
    'GET /albums?cursor&limit&displaySharedData',
    'GET /albums/{id}/photos?cursor&sortKey&sortOrder&limit',
    'POST /albums/{id}/photos',
    'DELETE /albums/{id}/photos',
  ],
  sharedAlbums: [
    'GET /shared-albums?cursor&limit',
    'GET /users',
    'GET /shared-albums/{id}',
    'GET /shared-albums/{id}/participants',
    'GET /shared-albums/{id}/photos?cursor&sortKey&sortOrder&limit',
    'DELETE /shared-albums/{id}',
  ],
  downloads: ['GET /downloads', 'GET /downloads/{id}/url', 'POST /downloads', 'POST /shared-album-downloads'],
  photoExports: [
    'POST /backups',
    'GET /backups/{backupId}',
    'GET /backups/{backupId}/chunks/{iteration}/url',
  ],
  tempSelections: ['POST /temp-selections', 'GET /temp-selections/{id}'],
  accounts: ['GET /accounts/getaccountinformation'],
  customers: [
    'GET /customers/me',
    'PUT /customers/me',
    'PATCH /customers/me',
    'GET /customers/me/addresses',
    'POST /customers/me/addresses',
    'PUT /customers/me/addresses/{id}',
    'DELETE /customers/me/addresses/{id}',
  ],
  orders: [
    'GET /v2/superorders/me?Offset&Limit&OrderState',
    'GET /v1/superorders/{code}',
    'PUT /v1/superorders/{code}/deliveryAddress',
    'GET /orders/byAccount/{accountId}?articleNames&offset&limit',
    'GET /v1/Orders/{code}',
    'GET /OrderDeliveryDates/{id}',
    'GET /reorder/status/{id}',
    'POST /reorder?OrderCode',
  ],
  vouchers: ['GET /api/v1/campaigns/offers/{code}'],
  projects: ['GET /api/v2/projects/{accountId}?skip&limit', 'DELETE /api/v2/project/{id}'],
  invoices: [
    'GET /api/v1/InvoiceGroupFiles/me/{id}',
    'GET /api/v1/HistoricalInvoice/me',
    'GET /api/v1/HistoricalInvoice/me/pdf/{id}/{channel}',
  ],
  identity: [
    'POST /v2/identities/{type}/{sub}/deleteaccount',
    'POST /v2/identities/{type}/{sub}/deleteaccount/{token}/actions/confirm',
    'POST /v2/identities/{type}/{sub}/emailchanges',
    'POST /v2/identities/{type}/{sub}/emailchanges/{token}/actions/confirm',
  ],
  emailGateway: ['POST /api/v1/Profiles/{email}/subscription/confirm/{token}'],
  products: [
    'GET /v1/Products/{code}?extendResponseCommand&extendResponseWithUrls',
    'GET /v1/pdf/me/{code}',
    'GET /v1/Pdfs/me',
  ],
  widgets: [
    'GET /v1/widget/{code}',
    'DELETE /v1/widget/{code}',
    'PUT /v1/widget/{code}',
    'POST /v1/widget/{code}/share?vendorId&fromName&personalMessage&toEmailAddress',
    'GET /v1/widget/all?orderCodes',
    'GET /v1/blockedorders/{id}',
  ],
  gallery: [
    'GET /v1/galleryentries/{id}?channel',
    'POST /v1/galleryentries',
    'PUT /v1/galleryentries/{widgetId}?channel',
    'DELETE /v1/galleryentries/{id}?channel',
    'GET /v1/categories',
  ],
  orderCutOff: ['GET /v1/ArticleGroup', 'GET /v1/Campaign/{name}'],
  storage: ['GET /uploads/{id}?accountId', 'POST /getanonymousuploads'],
};

/** Not calls of a service: the web server answers these. */
const FILES = ['GET /config.json', 'GET /locales/{}.json'];

type Query = { _zod: { def: { shape?: object } } };
/** A call with its parameters unnamed. */
const bare = (call: string) =>
  call
    .replace(/\?.*/, '')
    .replace(/\{\w+\}/g, '{}')
    .replace(/(?<=[^ ])\/$/, '');
const queryOf = ({ query }: { query?: z.ZodMiniType | undefined }) =>
  Object.keys((query as Query | undefined)?._zod.def.shape ?? {});

describe('the paths of the calls', () => {
  const rows = Object.entries(SPECIFIED).flatMap(([service, calls]) => calls.map((call) => [service, call]));
  test.each(rows)(
    'of %s are those of the specification: %s [INV-01, INV-02, INV-03]',
    (service, call = '') => {
      const found = allEndpoints.find(
        (each) => each.service === service && bare(`${each.method} ${each.path}`) === bare(call),
      );
      const parameters = call.split('?')[1]?.split('&') ?? [];
      expect(found && queryOf(found)).toEqual(expect.arrayContaining(parameters));
    },
  );

  test('are compared for every call that a requirement names', () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/requirements.tsv');
    const named = readFileSync(file, 'utf8').matchAll(
      /\b(GET|POST|PUT|PATCH|DELETE) (?=\/|v\d)\/?([^\s,;]+)/g,
    );
    const calls = [...named].map(([, method, rest]) => bare(`${method} /${rest}`));
    const compared = new Set([...Object.values(SPECIFIED).flat().map(bare), ...FILES]);
    expect(calls.length).toBeGreaterThan(70);
    expect(calls.filter((call) => !compared.has(call))).toEqual([]);
  });
});
