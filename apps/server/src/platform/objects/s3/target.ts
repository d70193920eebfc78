import type { S3Client } from '@aws-sdk/client-s3';

export type Target = { client: S3Client; Bucket: string; Key: string };

/** Files up to this size go in one request, larger ones in parts of this size; at least 5 MB by the protocol. */
export const PART_BYTES = 16 * 1024 * 1024;
