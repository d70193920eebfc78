import { StartupError } from '../startup-error.ts';

export type S3Address = {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  endpoint?: string;
  region: string;
  /** If absent, the standard AWS environment, profile or instance role. */
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

/** The address may contain a secret, so the message does not repeat it. */
function invalid(): StartupError {
  return new StartupError(
    'STORAGE_URL must look like s3://bucket/prefix?endpoint=https://host&region=name. See the table in docs/settings.md.',
  );
}
