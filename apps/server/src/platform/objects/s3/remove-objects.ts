import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';

const MOST_PER_CALL = 1_000;

/** Removes objects; the protocol counts ones that are not there as removed. */
export async function removeObjects(
  { client, Bucket }: { client: S3Client; Bucket: string },
  keys: string[],
) {
  for (let index = 0; index < keys.length; index += MOST_PER_CALL) {
    const Objects = keys.slice(index, index + MOST_PER_CALL).map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failed] = Errors.filter((error) => error.Code !== 'NoSuchKey');
    if (failed) throw new Error(`${Errors.length} objects were not removed, ${failed.Key}: ${failed.Code}`);
  }
}
