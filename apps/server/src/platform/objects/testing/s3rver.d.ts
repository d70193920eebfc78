declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  type Options = {
    port: number;
    address: string;
    silent: boolean;
    allowMismatchedSignatures: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  };
  /** Files in a folder per bucket. */
  type Store = {
    deleteObject(bucket: string, key: string): Promise<void>;
    getResourcePath(bucket: string, key: string, part: 'object' | 'object.md5' | 'metadata.json'): string;
  };
  export default class S3rver {
    constructor(options: Options);
    readonly store: Store;
    /** Set once it runs. */
    readonly httpServer: Server;
    run(): Promise<{ port: number; address: string }>;
    close(): Promise<void>;
  }
}
