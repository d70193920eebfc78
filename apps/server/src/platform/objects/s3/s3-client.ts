import { S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from './s3-address.ts';

/** Time for a connection, and time without a byte, in milliseconds. */
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;
const MAX_SOCKETS = 128;
/** What fails is thrown; the SDK would write it to the console besides. */
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A client that works with servers other than Amazon's too: path-style addresses at an endpoint of one's own, and
 * checksums only where the protocol asks for them, for the SDK's new default trailers are stored as bytes by some.
 */
export function createS3Client({ endpoint, region, credentials }: S3Address): S3Client {
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
      socketTimeout: SILENT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  });
}

/** Whether the answer says that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
}
