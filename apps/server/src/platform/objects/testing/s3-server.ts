import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A server whose answers differ from the usual ones. */
type Kind = (request: IncomingMessage, response: ServerResponse) => void;

/** A bucket that encrypts its objects: its ETags say nothing about the bytes. */
export const withOtherTags: Kind = (_request, response) =>
  changeHeaders(response, (name, value) => (name === 'etag' ? '"another"' : value));

/** The same bucket if it also keeps the checksums that objects come with. */
export const withChecksums: Kind = (request, response) => {
  const checksum = request.headers['x-amz-checksum-crc32'];
  if (checksum) response.setHeader('x-amz-checksum-crc32', checksum);
  withOtherTags(request, response);
};

/** A server that stores more than the sent bytes. */
export const withFraming: Kind = (request, response) =>
  changeHeaders(response, (name, value) => {
    if (name === 'content-length' && request.method === 'HEAD') return String(Number(value) + 87);
    return name === 'etag' ? '"another"' : value;
  });

function changeHeaders(response: ServerResponse, change: (name: string, value: string) => string) {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => setHeader(name, change(name.toLowerCase(), String(value)));
}

/**
 * The files of an object. The server's own removal also removes the folder if it was seen empty, with an object that another
 * request stores there at that moment.
 */
const PARTS = ['object', 'object.md5', 'metadata.json'] as const;

/** An S3 server on its own port with an empty bucket, and the STORAGE_URL of a folder in it. */
export async function startS3Server(kind?: Kind) {
  const directory = await mkdtemp(path.join(tmpdir(), 'keepsake-s3-'));
  const configureBuckets = [{ name: 'photos', configs: [] }];
  // It signs a bucket's own addresses differently from Amazon, so signatures are not compared.
  const options = { silent: true, allowMismatchedSignatures: true };
  const server = new S3rver({ ...options, port: 0, address: '127.0.0.1', directory, configureBuckets });
  server.store.deleteObject = async (bucket, key) => {
    const files = PARTS.map((part) => server.store.getResourcePath(bucket, key, part));
    await Promise.all(files.map((file) => rm(file, { force: true })));
  };
  const { port } = await server.run();
  const calls: string[] = [];
  server.httpServer.prependListener('request', (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    kind?.(request, response);
  });
  const addressAt = (at: number) =>
    `s3://S3RVER:S3RVER@photos/some/folder?endpoint=http://127.0.0.1:${at}&region=eu-central-1`;
  return {
    port,
    storageUrl: addressAt(port),
    /** Method and address of every request so far. */
    calls,
    /** The same bucket on another port, for a misbehaving proxy. */
    addressAt,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
