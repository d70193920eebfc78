import { S3Client } from '@aws-sdk/client-s3';
import { StartupError } from '../startup-error.ts';

export type S3Address = {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  endpoint?: string;
  region: string;
  /** Absent: the standard AWS environment, profile or instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

/**
 * Reads `s3://[key:secret@]bucket/prefix?endpoint=http://127.0.0.1:9000&region=eu-central-1`. The region comes from the
 * query, otherwise from AWS_REGION, otherwise it is us-east-1. Throws StartupError.
 */
export function parseS3Address(storageUrl: string, env: NodeJS.ProcessEnv = process.env): S3Address {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null;
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw invalid();
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint && !/^https?:\/\/[^/]+/.test(endpoint)) throw invalid();
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1',
    credentials: credentialsOf(url),
  };
}

function credentialsOf(url: URL): S3Address['credentials'] {
  if (!url.username) return undefined;
  return { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) };
}

/** The address may contain a secret, so the sentence does not repeat it. */
function invalid(): StartupError {
  return new StartupError(
    'STORAGE_URL must look like s3://bucket/prefix?endpoint=https://host&region=name. See the table in README.md.',
  );
}

/** Longest time for connecting, and without a byte. */
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;
const MAX_SOCKETS = 128;
/** The SDK throws every failure and would also write it to the console. */
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A client that also works with other servers than Amazon's: path-style addresses at a custom endpoint, and checksums only
 * where the protocol requires them, because some servers store the trailers that the SDK sends by default. An answer that
 * pauses for `silentMs` fails.
 */
export function createS3Client(
  { endpoint, region, credentials }: S3Address,
  silentMs: number = SILENT_MS,
): S3Client {
  return new S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  });
}

/** Whether an error means that there is no such object. A bucket that is not there is another failure. */
export function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** Whether a bucket refused a range because its object has fewer bytes. */
export function isBehindEnd(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'InvalidRange' && $metadata?.httpStatusCode === 416;
}
