import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mountConfiguration } from '../modules/frame/configuration/index.ts';
import { mountFailures } from '../modules/frame/error-reports/index.ts';
import { mountOutbox } from '../modules/frame/outbox/index.ts';
import type { VerifyService } from '../platform/auth/service-credentials.ts';
import { createServer } from '../platform/http/create-server.ts';
import { mountRoutes } from '../platform/http/mount-routes.ts';
import { mountOpenApi } from '../platform/http/open-api.ts';
import { mountOperations } from '../platform/http/operations-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { serveWeb } from '../platform/http/serve-web.ts';
import { watchStorage } from '../platform/objects/watch-storage.ts';
import { mountPushSocket } from '../platform/push/push-socket.ts';
import type { Accounts } from './compose-accounts.ts';
import type { Platform } from './open-platform.ts';
import type { Part } from './part.ts';

/** A server that answers operators already, and customers once their parts are mounted. */
export async function openHttp({ config, log, db, objects }: Platform, isDraining: () => boolean) {
  const http = await createServer({
    log,
    trustProxy: config.trustProxy,
    policySources: policySourcesOf(config),
    requestsPerMinute: config.requestsPerMinute,
  });
  const { metricsToken } = config;
  mountOperations(http, { db, isStorageThere: watchStorage(objects), isDraining, metricsToken });
  return http;
}

type Mounted = Accounts & {
  routes: Route[];
  parts: readonly Part[];
  verifyService: VerifyService;
  webFolder: string | null;
};

/** Lets a server answer customers: endpoints, streams, pages, and what a page needs to know before it signs in. */
export async function mountParts(http: FastifyInstance, platform: Platform, mounted: Mounted): Promise<void> {
  const { config, db, hub } = platform;
  const { gate, identity, brandOrigins, routes, parts, webFolder } = mounted;
  mountRoutes(http, routes, gate.verifyToken, mounted.verifyService);
  for (const part of parts) await part.mount?.(http);
  mountPushSocket(http, {
    hub,
    verifyToken: gate.verifyToken,
    isAllowedOrigin: gate.isAllowedOrigin(brandOrigins),
  });
  mountFailures(http);
  mountConfiguration(http, {
    settings: config,
    identityFor: gate.identityFor,
    localesFolder: path.join(config.repositoryRoot, 'apps/web/locales'),
  });
  mountOpenApi(
    http,
    routes.map(({ endpoint }) => endpoint),
  );
  if (config.hasOutbox) mountOutbox(http, { db });
  await identity?.mount(http);
  if (!webFolder) return;
  const { publicUrl } = config;
  await serveWeb(http, { folder: webFolder, publicUrl, policySources: policySourcesOf(config) });
}

function policySourcesOf({ publicUrl, services, oidc, errorReportingUrl }: Platform['config']) {
  return {
    connectOrigins: originsOf([publicUrl, ...Object.values(services), oidc.issuer, errorReportingUrl]),
    secureTransport: publicUrl.startsWith('https:'),
  };
}

function originsOf(addresses: readonly (string | null)[]): string[] {
  const absolute = addresses.filter((address) => address !== null && /^https?:/.test(address)) as string[];
  return [...new Set(absolute.map((address) => new URL(address).origin))];
}
