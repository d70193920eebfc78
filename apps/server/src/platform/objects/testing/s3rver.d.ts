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
  export default class S3rver {
    constructor(options: Options);
    /** Set once it runs. */
    readonly httpServer: Server;
    run(): Promise<{ port: number; address: string }>;
    close(): Promise<void>;
  }
}
