import { S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from './s3-address.ts';

/** Maximum time for connecting, and without receiving a byte. */
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;
const MAX_SOCKETS = 128;
/** The SDK throws every failure, and would write it to the console as well. */
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A client that also works with servers other than Amazon's: path-style addresses at a custom endpoint, and checksums only where
 * the protocol requires them, because some servers store the trailers that the SDK sends by default. An answer that pauses for
 * `silentMs` fails.
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

/** Whether an error means that there is no such object. A missing bucket is a different failure. */
export function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** Whether a bucket refused a range because its object has fewer bytes. */
export function isBehindEnd(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'InvalidRange' && $metadata?.httpStatusCode === 416;
}
