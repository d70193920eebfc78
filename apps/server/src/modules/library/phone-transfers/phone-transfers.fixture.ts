import { randomUUID } from 'node:crypto';
import type {
  createPhoneTransfer,
  getPhoneTransfer,
  savePhoneReport,
} from '@keepsake/contracts/library/phone-transfers';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import type { Installation } from '../../../testing/start-installation.ts';
import { clientOf } from '../../../testing/upload-client.ts';

export const PHONE = '/api/uploads/phone';
const JSON_TYPE = { 'content-type': 'application/json' };

export type Code = ResponseOf<typeof createPhoneTransfer>;

/** A customer at the desktop of an installation's first node. */
export async function desktopOf({ nodes, tokenFor }: Installation, customerId: CustomerId = newCustomerId()) {
  const client = clientOf(nodes[0]?.address ?? '', customerId, await tokenFor(customerId));
  async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await client.call(
      method,
      `/api/${path}`,
      { ...(body ? JSON_TYPE : {}), ...headers },
      body && JSON.stringify(body),
    );
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text || '{}') };
  }
  return {
    ...client,
    customerId,
    ask,
    async makeCode(albumId?: string, headers?: Record<string, string>): Promise<Code> {
      return (await ask('POST', 'uploads/phone-transfers', { albumId }, headers)).body;
    },
    async read(transferId: string): Promise<ResponseOf<typeof getPhoneTransfer>> {
      return (await ask('GET', `uploads/phone-transfers/${transferId}`)).body;
    },
    end: (transferId: string) => ask('DELETE', `uploads/phone-transfers/${transferId}`),
    renew: (transferId: string) => ask('POST', `uploads/phone-transfers/${transferId}/renewal`),
    async createAlbum(): Promise<string> {
      return (await ask('POST', 'photo-management/albums', { name: 'Sea' })).body.albumId;
    },
    async countPhotos(): Promise<number> {
      return (await ask('GET', 'photo-management/users/counts')).body.photosCount;
    },
  };
}

/** Hides a customer's library as the end of its storage does; nodes learn it within moments. */
export async function hideLibrary(
  { nodes }: Pick<Installation, 'nodes'>,
  customerId: CustomerId,
): Promise<void> {
  const db = nodes[0]?.connection.db;
  if (!db) throw new Error('The installation has no node');
  await sql`insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
    values (${customerId}, now(), now(), now()) on conflict do nothing`.execute(db);
  await sql`update storage_accounts set state = 'hidden', grace_ends_on = now() where user_id = ${customerId}`.execute(
    db,
  );
}

/** A phone that was given a token. */
export function phoneOf({ nodes }: Pick<Installation, 'nodes'>, token: string) {
  const { call } = clientOf(nodes[0]?.address ?? '', undefined, token);
  const part = { 'content-type': 'application/offset+octet-stream' };

  const open = () => call('POST', `${PHONE}/opening`);
  const create = (bytes: Buffer, name = 'IMG_0001.jpg') =>
    call(
      'POST',
      `${PHONE}/files`,
      {
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        ...part,
      },
      bytes,
    );
  const commit = (uploadId: string) => call('POST', `${PHONE}/uploads/${uploadId}/commit`);
  /** Sends a whole file; returns the upload's id once it is a photo. */
  async function send(bytes: Buffer, name?: string): Promise<string> {
    const created = await create(bytes, name);
    const uploadId = created.headers.get('location')?.split('/').at(-1) ?? '';
    const { status } = await commit(uploadId);
    if (created.status !== 201 || status !== 204) throw new Error(`${created.status} ${status}`);
    return uploadId;
  }
  const phoneId = randomUUID();
  const report = (stated: Partial<BodyOf<typeof savePhoneReport>>) => {
    const whole = { picked: 0, sent: 0, isOpen: true, awaited: [], ...stated };
    return call('PUT', `${PHONE}/reports/${phoneId}`, JSON_TYPE, JSON.stringify(whole));
  };
  return { call, open, create, commit, send, report, phoneId };
}
