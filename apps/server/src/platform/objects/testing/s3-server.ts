import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 server on its own port with an empty bucket, and the STORAGE_URL of a folder in it. */
export async function startS3Server() {
  const directory = await mkdtemp(path.join(tmpdir(), 'keepsake-s3-'));
  const configureBuckets = [{ name: 'photos', configs: [] }];
  // It signs a bucket's own addresses in another form than Amazon, so signatures are not compared.
  const options = { silent: true, allowMismatchedSignatures: true };
  const server = new S3rver({ ...options, port: 0, address: '127.0.0.1', directory, configureBuckets });
  const { port } = await server.run();
  const addressAt = (at: number) =>
    `s3://S3RVER:S3RVER@photos/some/folder?endpoint=http://127.0.0.1:${at}&region=eu-central-1`;
  return {
    port,
    storageUrl: addressAt(port),
    /** The same bucket behind another port, for a proxy that misbehaves. */
    addressAt,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
