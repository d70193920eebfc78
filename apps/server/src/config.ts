import path from 'node:path';
import { FEATURE_FLAGS } from '@keepsake/contracts';
import * as z from 'zod';
import { StartupError } from './platform/startup-error.ts';

/** An environment variable that is set to nothing counts as not set. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const port = z.coerce.number().int().min(0).max(65_535);
const count = (fallback: number, most: number) =>
  optional(z.coerce.number().int().min(1).max(most)).transform((n) => n ?? fallback);
const httpUrl = z.url({ protocol: /^https?$/ });

/** Every setting of the server: name, form and default. docs/operations.md explains them; README lists them. */
const environment = z.object({
  HOST: optional(z.string()).transform((host) => host ?? '127.0.0.1'),
  PORT: optional(port).transform((number) => number ?? 3000),
  PUBLIC_URL: optional(httpUrl),
  DATA_DIR: optional(z.string()).transform((dir) => path.resolve(dir ?? path.join(repositoryRoot, '.data'))),
  ROLE: optional(z.enum(['all', 'web', 'worker'])).transform((role) => role ?? 'all'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_CONNECTIONS: count(20, 500),
  STORAGE_URL: optional(z.url({ protocol: /^(s3|s3\+https?)$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()).transform((from) => from ?? 'Keepsake <no-reply@keepsake.example>'),
  OIDC_ISSUER: optional(httpUrl),
  OIDC_CLIENT_ID: optional(z.string()).transform((clientId) => clientId ?? 'keepsake-web'),
  OIDC_AUDIENCE: optional(z.string()).transform((audience) => audience ?? 'urn:keepsake:api'),
  ACCESS_TOKEN_SECONDS: optional(z.coerce.number().int().min(10).max(3_600)).transform((n) => n ?? 600),
  TRUST_PROXY: optional(z.string()),
  UPLOAD_URL: optional(z.string()),
  EDITOR_URL: optional(httpUrl),
  ERROR_REPORTING_URL: optional(httpUrl),
  FEATURE_FLAGS: optional(z.string()),
  SERVICES: optional(z.string()),
  JOB_CONCURRENCY: count(2, 64),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).transform(
    (level) => level ?? 'info',
  ),
  DEMO: optional(z.enum(['on', 'off'])),
  RATE_LIMIT_PER_MINUTE: count(3_000, 1_000_000),
});

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings from the environment. Throws one sentence that names the setting that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const result = environment.safeParse(env);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new StartupError(
      `The setting ${issue?.path.join('.')} is not valid: ${issue?.message}. See the table in README.md.`,
    );
  }
  const read = result.data;
  const isEmbedded = {
    database: !read.DATABASE_URL,
    identity: !read.OIDC_ISSUER,
    mail: !read.SMTP_URL,
    storage: !read.STORAGE_URL,
  };
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl: withoutSlash(
      read.PUBLIC_URL ?? `http://${read.HOST === '127.0.0.1' ? 'localhost' : read.HOST}:${read.PORT}`,
    ),
    dataDir: read.DATA_DIR,
    role: read.ROLE,
    isEmbedded,
    database: { url: read.DATABASE_URL ?? null, maxConnections: read.DATABASE_CONNECTIONS },
    storageUrl: read.STORAGE_URL ?? null,
    mail: { smtpUrl: read.SMTP_URL ?? null, from: read.MAIL_FROM },
    oidc: {
      issuer: read.OIDC_ISSUER ? withoutSlash(read.OIDC_ISSUER) : null,
      clientId: read.OIDC_CLIENT_ID,
      audience: read.OIDC_AUDIENCE,
      accessTokenSeconds: read.ACCESS_TOKEN_SECONDS,
    },
    trustProxy: read.TRUST_PROXY ?? null,
    uploadUrl: validUrlOrNull(read.UPLOAD_URL),
    editorUrl: read.EDITOR_URL ?? null,
    errorReportingUrl: read.ERROR_REPORTING_URL ?? null,
    featureFlags: {
      ...defaultFlags,
      ...jsonSetting('FEATURE_FLAGS', read.FEATURE_FLAGS, z.record(z.string(), z.array(z.string()))),
    },
    services: jsonSetting('SERVICES', read.SERVICES, z.record(z.string(), z.string())),
    jobConcurrency: read.JOB_CONCURRENCY,
    logLevel: read.LOG_LEVEL,
    hasDemo: read.DEMO ? read.DEMO === 'on' : isEmbedded.identity && isEmbedded.database,
    requestsPerMinute: read.RATE_LIMIT_PER_MINUTE,
    repositoryRoot,
  };
}

/** Every flag whose pages exist is on for every host; data made up for demonstrations never is. */
const FLAGS_ON = ['PhotoManagementTimelineViewEnabled', 'PhotoManagementUploadViewEnabled'];
const defaultFlags: Record<string, string[]> = Object.fromEntries(
  FEATURE_FLAGS.map((flag) => [flag, FLAGS_ON.includes(flag) ? ['*'] : []]),
);

function jsonSetting<T>(
  name: string,
  text: string | undefined,
  schema: z.ZodType<T>,
): T | Record<string, never> {
  if (text === undefined) return {};
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(
      `The setting ${name} is not the JSON that it should be. See the table in README.md.`,
    );
  }
}

/** A value that is no valid URL counts as not configured [UPL-01]. */
function validUrlOrNull(text: string | undefined): string | null {
  return text !== undefined && httpUrl.safeParse(text).success ? text : null;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
