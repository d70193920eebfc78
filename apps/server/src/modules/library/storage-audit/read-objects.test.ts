import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { startPhotos, type TestPhotos } from '../photos/photos.fixture.ts';
import { auditStorage } from './audit-storage.ts';
import { readEveryObject } from './read-objects.ts';

const customer = newCustomerId();

describe.each(['files', 'S3'] as const)('every object is read, in %s', (kind) => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos({ kind });
  });
  afterAll(() => api.stop());

  /** A photo with thumbnails; returns its key. */
  async function addShown(): Promise<string> {
    const { photoId, objectKey } = await api.add(customer, { content: await newJpeg(400, 300) });
    await api.run('make-thumbnails', { customerId: customer, photoId });
    return objectKey;
  }
  /** Changes a few bytes in the middle of an object. */
  async function rot(key: string): Promise<void> {
    const bytes = await api.objects.read(key);
    await api.objects.putBytes(key, bytes.fill(0xee, bytes.length >> 1, (bytes.length >> 1) + 4));
  }
  const audit = async () => {
    const { databaseUrl, objects } = api;
    return (await auditStorage({ databaseUrl, objects })).findings;
  };

  test('finds originals and thumbnails of the right size with the wrong bytes, which the audit does not', async () => {
    const [whole, original, thumbnail] = [await addShown(), await addShown(), await addShown()];
    expect(await readEveryObject(api)).toEqual([]);
    await rot(original);
    await rot(`${thumbnail}.800.jpg`);
    expect(await audit()).toEqual([]);
    const findings = await readEveryObject(api);
    expect(findings.map(({ what, examples }) => [what, examples.length])).toEqual([
      ['originals of the right size with other bytes than were sent', 1],
      ['thumbnails with other bytes than were made', 1],
    ]);
    const examples = findings.flatMap((finding) => finding.examples).join();
    expect(examples).toContain(`${customer}: ${original},`);
    expect(examples).toContain(`${thumbnail}.800.jpg`);
    expect(examples).not.toContain(whole);
  });

  test('leaves missing and truncated objects to the audit, which does not need to read', async () => {
    const [lost, cut] = [await addShown(), await addShown()];
    await api.objects.remove([lost]);
    await api.objects.putBytes(cut, Buffer.from('cut'));
    await api.objects.remove([`${cut}.300.jpg`]);
    const examples = (await readEveryObject(api)).flatMap((finding) => finding.examples).join();
    expect(examples).not.toContain(lost);
    expect(examples).not.toContain(cut);
  });
});

test('the operator requests it with --deep, and the exit code tells', async () => {
  const api = await startPhotos();
  const { objectKey } = await api.add(customer, { content: Buffer.from('as it was sent') });
  await api.objects.putBytes(objectKey, Buffer.from('as it never was'.slice(0, 14)));
  const env = { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: api.dataDir };
  const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
  const run = promisify(execFile)(process.execPath, [command, 'audit-storage', '--deep'], { env });
  await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(objectKey) });
  await api.stop();
});
