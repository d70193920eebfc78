import path from 'node:path';
import { FEATURE_FLAGS } from '@keepsake/contracts/frame/configuration';
import { HOUR_SECONDS, MAX_DELETED_DAYS, MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import { DEMO_SHOP_PATH } from '@keepsake/contracts/shop/demo-shop';
import * as z from 'zod';
import type { PolicySources } from '../platform/http/security-headers.ts';
import { addressOf, isLoopback } from '../platform/network.ts';
import { StartupError } from '../platform/startup-error.ts';
import { oidcEnvironment, readOidc } from './config-oidc.ts';
import {
  bearerToken,
  consentScripts,
  count,
  databaseUrl,
  featureFlags,
  host,
  httpUrl,
  json,
  limit,
  optional,
  origin,
  port,
  proxies,
  rate,
  secretKeys,
  services,
  serviceTokens,
  vatId,
  webhooks,
} from './config-schema.ts';

/** Every setting of the server: name, format and default. docs/settings.md lists them, docs/operations explains them. */
const environment = z.object({
  HOST: optional(host).transform((given) => given ?? '127.0.0.1'),
  PORT: optional(port).transform((number) => number ?? 3000),
  PUBLIC_URL: optional(origin),
  DATA_DIR: optional(z.string()).transform((dir) => path.resolve(dir ?? path.join(repositoryRoot, '.data'))),
  ROLE: optional(z.enum(['all', 'web', 'worker'])).transform((role) => role ?? 'all'),
  DISK_RESERVE_BYTES: rate(500_000_000, 1024 ** 4),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_DIRECT_URL: optional(databaseUrl),
  DATABASE_REPLICA_URL: optional(databaseUrl),
  DATABASE_CONNECTIONS: count(20, 500),
  SECRETS_KEY: optional(secretKeys),
  STORAGE_URL: optional(z.url({ protocol: /^s3$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()).transform((from) => from ?? 'Keepsake <no-reply@keepsake.example>'),
  ...oidcEnvironment,
  BUSINESS_SECOND_FACTOR: optional(z.enum(['required', 'optional'])),
  TRUST_PROXY: optional(proxies),
  UPLOAD_URL: optional(z.string()),
  EDITOR_URL: optional(httpUrl),
  ERROR_REPORTING_URL: optional(httpUrl),
  CONSENT_SCRIPTS: json(consentScripts),
  FEATURE_FLAGS: json(featureFlags),
  SERVICES: json(services),
  SERVICE_TOKENS: json(serviceTokens),
  WEBHOOKS: json(webhooks),
  CALLBACK_LOOPBACK: optional(z.enum(['on', 'off'])),
  EGRESS_PROXY: optional(httpUrl),
  VIES_URL: optional(httpUrl),
  VIES_REQUESTER: optional(vatId).transform((given) => given ?? null),
  FTP_HOST: optional(host),
  EXPORT_CHUNK_BYTES: count(2 * 1024 ** 3, 1024 ** 4),
  EXPORTS_PER_DAY: count(2, 1_000),
  QUOTA_PHOTOS: limit(1, 100_000_000),
  QUOTA_BYTES: limit(MAX_PHOTO_BYTES, 1024 ** 5),
  DELETED_DAYS: rate(MAX_DELETED_DAYS, MAX_DELETED_DAYS),
  JOB_CONCURRENCY: count(2, 64),
  SCRUB_BYTES_PER_SECOND: rate(1024 ** 2, 1024 ** 4),
  ORPHANS: optional(z.enum(['report', 'remove'])),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).transform(
    (level) => level ?? 'info',
  ),
  DEMO: optional(z.enum(['on', 'off'])),
  DEMO_SHOP: optional(z.enum(['on', 'off'])),
  DEMO_SHOP_SECONDS: count(300, 1_000_000),
  CHANNELS_FILE: optional(z.string()).transform((file) => (file ? path.resolve(file) : null)),
  GALLERY_FILE: optional(z.string()).transform((file) => (file ? path.resolve(file) : null)),
  MERCHANDISE_FILE: optional(z.string()).transform((file) => (file ? path.resolve(file) : null)),
  OUTBOX: optional(z.enum(['on', 'off'])),
  METRICS_TOKEN: optional(bearerToken),
  HSTS_SUBDOMAINS: optional(z.enum(['on', 'off'])),
  RATE_LIMIT_PER_MINUTE: count(3_000, 1_000_000),
  DRAIN_SECONDS: count(25, HOUR_SECONDS),
  DRAIN_PAUSE_SECONDS: limit(0, 600),
});

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

export type Config = ReturnType<typeof readConfig>;

/** An environment without our settings: for trying out a Keepsake that must not touch anything of this installation. */
export const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !(name in environment.shape)));

/** Reads the settings from the environment. Throws one sentence that names the invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const read = readEnvironment(env);
  const isEmbedded = {
    database: !read.DATABASE_URL,
    identity: !read.OIDC_ISSUER,
    mail: !read.SMTP_URL,
    storage: !read.STORAGE_URL,
  };
  const publicUrl = read.PUBLIC_URL ?? addressOf(read.HOST, read.PORT);
  const isPrivate = isPrivatePlace(read.HOST, publicUrl);
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl,
    isPrivate,
    ...drainOf(read),
    role: read.ROLE,
    isEmbedded,
    // A folder that only holds files in transit may fill up.
    diskReserveBytes: isEmbedded.database || isEmbedded.storage ? read.DISK_RESERVE_BYTES : 0,
    ...placesOf(read),
    ...neighboursOf(read),
    ...limitsOf(read),
    isBusinessFactorRequired: businessFactor(read),
    ...conveniences(read, { isEmbedded, isPrivate }),
    secretKeys: secretKeysFor(read, isPrivate),
    ...editor(read, isPrivate),
    featureFlags: { ...defaultFlags, ...read.FEATURE_FLAGS },
    isRemovingOrphans: read.ORPHANS === 'remove',
    logLevel: read.LOG_LEVEL,
    demoShopSeconds: read.DEMO_SHOP_SECONDS,
    hasSecureSubdomains: read.HSTS_SUBDOMAINS === 'on',
  };
}

function readEnvironment(env: NodeJS.ProcessEnv): Read {
  const result = environment.safeParse(env);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new StartupError(
    `The setting ${issue?.path.join('.')} is not valid: ${issue?.message}. See the table in docs/settings.md.`,
  );
}

/** Where data and the operator's files are. */
const placesOf = (read: Read) => ({
  repositoryRoot,
  dataDir: read.DATA_DIR,
  database: databaseOf(read),
  storageUrl: read.STORAGE_URL ?? null,
  channelsFile: read.CHANNELS_FILE,
  galleryFile: read.GALLERY_FILE,
  merchandiseFile: read.MERCHANDISE_FILE,
});

/** Without a pooler in front of it, the database has one address. */
function databaseOf(read: Read) {
  const { DATABASE_URL: url = null, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: replica } = read;
  if (url === null && (direct ?? replica)) {
    throw new StartupError(
      'DATABASE_DIRECT_URL and DATABASE_REPLICA_URL lead to other parts of the database of DATABASE_URL, so they need it: set it as well.',
    );
  }
  return {
    url,
    directUrl: direct === url ? null : (direct ?? null),
    replicaUrl: replica ?? null,
    maxConnections: read.DATABASE_CONNECTIONS,
  };
}

/** The systems that this server calls, is called by, or has the browser call. */
const neighboursOf = (read: Read) => ({
  mail: { smtpUrl: read.SMTP_URL ?? null, from: read.MAIL_FROM },
  oidc: readOidc(read),
  trustProxy: read.TRUST_PROXY ?? null,
  uploadUrl: validUrlOrNull(read.UPLOAD_URL),
  vies: read.VIES_URL ? { url: read.VIES_URL, requester: read.VIES_REQUESTER } : null,
  errorReportingUrl: read.ERROR_REPORTING_URL ?? null,
  consentScripts: read.CONSENT_SCRIPTS,
  services: read.SERVICES,
  serviceTokens: read.SERVICE_TOKENS,
  webhooks: read.WEBHOOKS,
  ftpHost: read.FTP_HOST ?? null,
  egressProxy: read.EGRESS_PROXY ?? null,
  metricsToken: read.METRICS_TOKEN ?? null,
});

/** How much of something there may be. */
const limitsOf = (read: Read) => ({
  exports: { chunkBytes: read.EXPORT_CHUNK_BYTES, exportsPerDay: read.EXPORTS_PER_DAY },
  quota: { photos: read.QUOTA_PHOTOS, bytes: read.QUOTA_BYTES },
  deletedDays: read.DELETED_DAYS,
  jobConcurrency: read.JOB_CONCURRENCY,
  scrubBytesPerSecond: read.SCRUB_BYTES_PER_SECOND,
  requestsPerMinute: read.RATE_LIMIT_PER_MINUTE,
});

/** How a stop goes on: for how long calls still come while a balancer learns of it, and how long those in progress may take. */
const drainOf = ({ DRAIN_SECONDS, DRAIN_PAUSE_SECONDS, DATABASE_URL, ROLE }: Read) => ({
  drainMs: DRAIN_SECONDS * 1_000,
  // A machine by itself has no balancer, and none calls a worker.
  drainPauseMs: (DRAIN_PAUSE_SECONDS ?? (DATABASE_URL && ROLE !== 'worker' ? 5 : 0)) * 1_000,
});

/** Every flag whose pages exist is on for every host; fictional demonstration data never is. */
const FLAGS_ON = [
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementQrCodeUploadEnabled',
  'PhotoExportEnabled',
  'PhotoManagementOrderPrintsEnabled',
  'ReactivationEnabled',
];
const defaultFlags: Record<string, string[]> = Object.fromEntries(
  FEATURE_FLAGS.map((flag) => [flag, FLAGS_ON.includes(flag) ? ['*'] : []]),
);

type Read = z.infer<typeof environment>;
type Place = { isEmbedded: Record<'database' | 'identity' | 'mail', boolean>; isPrivate: boolean };

/**
 * Conveniences for trying Keepsake out that would be security holes where others can reach the server: demo customers with known
 * passwords, and everybody's mail readable by all, including password links. There they are on only if requested.
 */
function conveniences({ DEMO, OUTBOX, CALLBACK_LOOPBACK }: Read, { isEmbedded, isPrivate }: Place) {
  const hasOutbox = isEmbedded.mail && (OUTBOX ?? (isPrivate ? 'on' : 'off')) === 'on';
  if (!isPrivate && isEmbedded.mail && !hasOutbox) {
    throw new StartupError(
      'Others can reach this server (HOST, PUBLIC_URL), so email needs SMTP_URL. OUTBOX=on shows all emails to everybody instead.',
    );
  }
  if (DEMO === 'on' && !isEmbedded.identity) {
    throw new StartupError(
      'DEMO=on creates customers of the embedded identity provider, which OIDC_ISSUER replaces: set only one of the two.',
    );
  }
  const isTrial = isPrivate && isEmbedded.identity && isEmbedded.database;
  // The test receiver that stands in for a customer's own system is on this machine.
  const isLoopbackAllowed = (CALLBACK_LOOPBACK ?? (isTrial ? 'on' : 'off')) === 'on';
  return { hasOutbox, isLoopbackAllowed, hasDemo: (DEMO ?? (isTrial ? 'on' : 'off')) === 'on' };
}

/** Whether business customers must sign in with a second factor: a retailer's own provider decides that itself. */
function businessFactor({ BUSINESS_SECOND_FACTOR, OIDC_ISSUER }: Read): boolean {
  if (BUSINESS_SECOND_FACTOR === 'required' && OIDC_ISSUER) {
    throw new StartupError(
      'BUSINESS_SECOND_FACTOR=required is for the embedded identity provider, which OIDC_ISSUER replaces: require it there instead.',
    );
  }
  return BUSINESS_SECOND_FACTOR === 'required';
}

/**
 * What wraps the secrets in the database; where others can reach the server the operator must provide it, so that it is not in a
 * backup beside them.
 */
function secretKeysFor({ SECRETS_KEY }: Read, isPrivate: boolean): readonly string[] | null {
  if (SECRETS_KEY || isPrivate) return SECRETS_KEY ?? null;
  throw new StartupError(
    'Others can reach this server (HOST, PUBLIC_URL), so the keys in its database need SECRETS_KEY. Create one with "openssl rand -base64 32".',
  );
}

/**
 * The retailer's own print editor; without one a demo shop, whose orders cost nothing but keep photos as long as real ones: where
 * others can reach the server it exists only if requested.
 */
function editor({ EDITOR_URL, DEMO_SHOP }: Read, isPrivate: boolean) {
  const requested = DEMO_SHOP ?? (isPrivate ? 'on' : 'off');
  const hasDemoShop = !EDITOR_URL && requested === 'on';
  return { hasDemoShop, editorUrl: EDITOR_URL ?? (hasDemoShop ? DEMO_SHOP_PATH : null) };
}

/** Whether only this machine can reach the server. */
function isPrivatePlace(listening: string, publicUrl: string): boolean {
  return isLoopback(listening) && isLoopback(new URL(publicUrl).hostname);
}

/** An invalid URL counts as not configured [UPL-01]. */
function validUrlOrNull(text: string | undefined): string | null {
  return text !== undefined && httpUrl.safeParse(text).success ? text : null;
}

/** What the content security policy must let the web app reach besides its own address. */
export function policySourcesOf(config: Config): PolicySources {
  const { publicUrl, services, oidc, errorReportingUrl, hasSecureSubdomains } = config;
  const addresses = [publicUrl, ...Object.values(services), oidc.issuer, errorReportingUrl];
  const absolute = addresses.filter((address) => address !== null && /^https?:/.test(address)) as string[];
  return {
    connectOrigins: [...new Set(absolute.map((address) => new URL(address).origin))],
    secureTransport: publicUrl.startsWith('https:'),
    hasSecureSubdomains,
  };
}
