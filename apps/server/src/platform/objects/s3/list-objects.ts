import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';

type Options = { client: S3Client; Bucket: string; storePrefix: string };

/** All objects whose key begins with `prefix`, in pages of 1,000. */
export async function* listObjects({ client, Bucket, storePrefix }: Options, prefix: string) {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: storePrefix + prefix })) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      yield { key: Key.slice(storePrefix.length), bytes: Size, changedAt: LastModified };
    }
  }
}
