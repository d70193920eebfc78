import type { Project } from '@keepsake/contracts/creations/projects';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPhotoRow } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { loadProjects } from './load-projects.ts';

const now = new Date();
const [anna] = DEMO_CUSTOMERS;

let installation: Installation;
/** Without a worker no thumbnail is ever made. */
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded', roles: ['web'] });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];

/** A photo taken this many days ago, with its thumbnails made or still pending. */
async function addPhoto(daysAgo: number, state: 'success' | 'loading'): Promise<string> {
  const { db } = node().connection;
  const takenAt = new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const { photoId } = await addPhotoRow({ db, clock: { now } }, anna.id, { takenAt });
  const details = { thumbnail_state: state, width: 1300, height: 975 };
  await db.updateTable('photos').set(details).where('id', '=', photoId).execute();
  return photoId;
}

async function readProjects(): Promise<Project[]> {
  const authorization = `Bearer ${await installation.tokenFor(anna.id)}`;
  const url = `${node().address}/api/projects/api/v2/projects/${anna.id}`;
  return ((await (await fetch(url, { headers: { authorization } })).json()) as { items: Project[] }).items;
}

test('missing thumbnails do not delay the demo’s projects, which use the other photos', async () => {
  const { connection, demoShop } = node();
  const { id: user_id, email, name, identityType: identity_type } = anna;
  await connection.db
    .insertInto('customers')
    .values({ user_id, email, name, identity_type, channel: 'pennyfern', registered_at: now })
    .execute();
  for (let days = 1; days <= 60; days += 1) await addPhoto(days, 'success');
  for (let days = 61; days <= 63; days += 1) await addPhoto(days, 'loading');
  if (!demoShop) throw new Error('There is no demo shop');
  const { signal } = new AbortController();
  await loadProjects({ app: node(), demoShop, signal, patienceMs: 20 });
  const projects = await readProjects();
  expect(projects.map(({ title, photosCount }) => [title, photosCount])).toEqual(
    expect.arrayContaining([
      ['Weekends', 14],
      [null, 9],
    ]),
  );
});
