import { randomUUID } from 'node:crypto';
import { DELETED_PROJECT_DAYS } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { countProjects } from './index.ts';
import { ALPINE_TOKEN, beginProject, PICTURE, startProjects } from './projects.fixture.ts';

let editor: Awaited<ReturnType<typeof startProjects>>;
beforeAll(async () => {
  editor = await startProjects();
});
afterAll(() => editor.stop());

const BEGIN = new Date('2026-06-15T10:00:00Z');
beforeEach(() => {
  editor.clock.now = BEGIN;
  editor.notified.length = 0;
});
const after = (days: number, ms = 0) => new Date(BEGIN.getTime() + days * DAY_MS + ms);

const begin = (photosCount?: number, changes?: object) => beginProject(editor, photosCount, changes);
const usesOf = async (customerId: CustomerId) =>
  (
    await editor.db
      .selectFrom('photo_uses')
      .select('photo_id')
      .where('user_id', '=', customerId)
      .orderBy('photo_id')
      .execute()
  ).map(({ photo_id }) => photo_id);

describe('a project that an editor saves', () => {
  test('is found by its customer, and pushed to screens [PRJ-04, PRJ-06]', async () => {
    const mia = await editor.addCustomer();
    const received = await editor.listen(mia);
    const photoId = await editor.addPhoto(mia);
    const saved = await editor.save(
      editor.newCode(),
      editor.projectOf(mia, { photoIds: [photoId, photoId], pagesCount: 26 }),
    );
    expect(saved).toMatchObject({ status: 200, body: { version: 1, isDeleted: false } });
    expect(await editor.list(mia)).toMatchObject({
      total: 1,
      items: [
        {
          id: saved.body.projectId,
          title: 'Summer in Kent',
          product: 'Photo book, 28 × 21 cm',
          pagesCount: 26,
          photosCount: 1,
          missingPhotosCount: 0,
          changedAt: BEGIN.toISOString(),
          continueUrl: 'https://editor.example/projects/1',
          deletedAt: null,
        },
      ],
    });
    await expect
      .poll(() => received.map((message) => 'type' in message && message.type))
      .toContain('projects-changed');
    expect(await countProjects(editor.db, mia)).toBe(1);
  });

  test('is listed ten at a time, latest change first [PRJ-01]', async () => {
    const mia = await editor.addCustomer();
    for (let day = 0; day < 12; day++) {
      const changes = { title: `No ${day}`, changedAt: after(-day).toISOString() };
      await editor.save(editor.newCode(), editor.projectOf(mia, changes));
    }
    const first = await editor.list(mia);
    expect([first.items.length, first.total, first.items[0]?.title]).toEqual([10, 12, 'No 0']);
    const second = await editor.list(mia, '?skip=10&limit=10');
    expect(second.items.map(({ title }) => title)).toEqual(['No 10', 'No 11']);
    expect((await editor.ask(mia, 'GET', `/projects/${mia}?limit=101`)).status).toBe(400);
  });

  test('is stored in its newest version, in whatever order versions arrive', async () => {
    const { mia, code, project } = await begin();
    expect((await editor.save(code, { ...project, version: 3, title: 'Third' })).body.version).toBe(3);
    expect(await editor.save(code, { ...project, version: 2, title: 'Second' })).toMatchObject({
      status: 200,
      body: { version: 3 },
    });
    expect((await editor.save(code, { ...project, version: 3, title: 'Third' })).status).toBe(200);
    expect((await editor.save(code, { ...project, version: 3, title: 'Another' })).status).toBe(409);
    expect((await editor.list(mia)).items.map(({ title }) => title)).toEqual(['Third']);
  });

  test('is one, even if the same save arrives ten times at once', async () => {
    const mia = await editor.addCustomer();
    const [code, project] = [editor.newCode(), editor.projectOf(mia)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => editor.save(code, project)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.projectId}`)).size).toBe(1);
    expect((await editor.list(mia)).total).toBe(1);
  });

  test('uses the photos of its newest version, of this customer only, and says which are missing', async () => {
    const { mia, code, project, photoIds } = await begin(3);
    const foreign = await editor.addPhoto(await editor.addCustomer());
    const stored = photoIds.slice(1);
    await editor.save(code, { ...project, version: 2, photoIds: [...stored, foreign] });
    expect(await usesOf(mia)).toEqual(stored.toSorted());
    expect((await editor.list(mia)).items[0]).toMatchObject({ photosCount: 3, missingPhotosCount: 1 });
    await editor.deletePhotos(mia, stored.slice(0, 1));
    expect((await editor.list(mia)).items[0]?.missingPhotosCount).toBe(2);
    expect(await usesOf(mia)).toEqual(stored.slice(1));
  });

  test('has its photos again once they come back, in the version that it has by then', async () => {
    const { mia, code, project, photoIds, projectId } = await begin(4);
    const missing = async () => (await editor.list(mia)).items[0]?.missingPhotosCount;
    await editor.deletePhotos(mia, photoIds.slice(1));
    expect(await missing()).toBe(3);
    // Saved without the last one, and deleted and restored, while its photos are deleted.
    await editor.save(code, { ...project, version: 2, photoIds: photoIds.slice(0, 3) });
    await editor.ask(mia, 'DELETE', `/project/${projectId}`);
    await editor.restorePhotos(mia, photoIds.slice(1, 2));
    await editor.ask(mia, 'POST', `/project/${projectId}/restore`);
    expect(await missing()).toBe(1);
    await editor.restorePhotos(mia, photoIds);
    expect(await missing()).toBe(0);
    expect(await usesOf(mia)).toEqual(photoIds.slice(0, 3).toSorted());
    expect(await editor.audit(mia)).toEqual([]);
  });

  test('counts its missing photos, whatever happens to them and to it, in any order and simultaneously', async () => {
    const { mia, code, project, photoIds, projectId } = await begin(6);
    const other = await editor.save(editor.newCode(), editor.projectOf(mia, { photoIds: photoIds.slice(2) }));
    const [a = '', b = '', c = '', d = '', e = ''] = photoIds;
    const change = (id: string, method: string, path = '') =>
      editor.ask(mia, method, `/project/${id}${path}`);
    const missing = async () =>
      Object.fromEntries((await editor.list(mia)).items.map((item) => [item.id, item.missingPhotosCount]));
    const received = await editor.listen(mia);
    await editor.deletePhotos(mia, [a, c]);
    expect(await missing()).toEqual({ [projectId]: 2, [other.body.projectId]: 1 });
    await expect
      .poll(() => received.map((each) => 'type' in each && each.type))
      .toContain('projects-changed');
    await change(projectId, 'DELETE');
    await editor.deletePhotos(mia, [b]);
    await change(projectId, 'POST', '/restore');
    expect((await missing())[projectId]).toBe(3);
    await editor.save(code, { ...project, version: 2, photoIds: photoIds.slice(1) });
    expect((await missing())[projectId]).toBe(2);
    await Promise.all([
      editor.deletePhotos(mia, [d]),
      editor.save(code, { ...project, version: 3 }),
      editor.deletePhotos(mia, [d, e]),
      change(other.body.projectId, 'DELETE'),
      change(other.body.projectId, 'POST', '/restore'),
      editor.save(code, { ...project, version: 4, photoIds: photoIds.slice(3) }),
    ]);
    expect(await editor.audit(mia)).toEqual([]);
    await editor.save(code, { ...project, version: 5, photoIds: [] });
    await change(other.body.projectId, 'POST', '/restore');
    expect(await missing()).toEqual({ [projectId]: 0, [other.body.projectId]: 3 });
    await editor.deletePhotos(mia, photoIds);
    expect((await missing())[other.body.projectId]).toBe(4);
    expect(await editor.audit(mia)).toEqual([]);
    await editor.db
      .updateTable('projects')
      .set({ missing_photos_count: 9 })
      .where('id', '=', projectId)
      .execute();
    expect(JSON.stringify(await editor.audit(mia))).toContain(projectId);
    await editor.save(code, { ...project, version: 6 });
    expect(await editor.audit(mia)).toEqual([]);
  });

  test('may have up to twenty thousand photos', async () => {
    const mia = await editor.addCustomer();
    const photoIds = Array.from({ length: 20_001 }, () => randomUUID());
    const save = (count: number) =>
      editor.save(editor.newCode(), editor.projectOf(mia, { photoIds: photoIds.slice(0, count) }));
    expect((await save(20_001)).status).toBe(400);
    expect((await save(20_000)).status).toBe(200);
    expect((await editor.list(mia)).items[0]?.missingPhotosCount).toBe(20_000);
  });

  test('is refused for an unknown customer, another channel than the editor’s, and an invalid address', async () => {
    const mia = await editor.addCustomer();
    const save = async (changes: object, token?: string) =>
      (await editor.save(editor.newCode(), editor.projectOf(mia, changes), token)).status;
    expect(await save({ customerId: randomUUID() })).toBe(404);
    expect(await save({ customerId: await editor.addCustomer(new Date()) })).toBe(404);
    expect(await save({ channel: 'nobody' })).toBe(400);
    expect(await save({}, ALPINE_TOKEN)).toBe(403);
    expect(await save({ channel: 'kiekhof' }, ALPINE_TOKEN)).toBe(200);
    expect(await save({ continueUrl: 'javascript:alert(1)' })).toBe(400);
    expect(await save({ continueUrl: '//evil.example' })).toBe(400);
    expect(await save({ changedAt: after(2).toISOString() })).toBe(400);
    expect((await editor.list(mia)).total).toBe(1);
  });
});

describe('a project that its customer deletes', () => {
  test('can be restored for thirty days, with the photos that it uses [PRJ-02]', async () => {
    const { mia, projectId, photoIds } = await begin(2);
    const change = async (method: string, path = '') =>
      (await editor.ask(mia, method, `/project/${projectId}${path}`)).status;
    expect([await change('DELETE'), await change('DELETE')]).toEqual([204, 204]);
    expect([(await editor.list(mia)).total, await countProjects(editor.db, mia), await usesOf(mia)]).toEqual([
      0,
      0,
      [],
    ]);
    expect(await editor.list(mia, '?deleted=true')).toMatchObject({
      total: 1,
      items: [{ id: projectId, restorableUntil: after(DELETED_PROJECT_DAYS).toISOString() }],
    });
    editor.clock.now = after(DELETED_PROJECT_DAYS, -1);
    await editor.run('end-projects');
    expect([await change('POST', '/restore'), await change('POST', '/restore')]).toEqual([204, 204]);
    expect((await editor.list(mia)).items.map(({ id }) => id)).toEqual([projectId]);
    expect(await usesOf(mia)).toEqual(photoIds.toSorted());
  });

  test('is deleted for good after thirty days, and its editor is notified', async () => {
    const { mia, code, projectId } = await begin();
    await editor.putPicture(code, { customerId: mia, content: PICTURE });
    await editor.ask(mia, 'DELETE', `/project/${projectId}`);
    editor.clock.now = after(DELETED_PROJECT_DAYS);
    expect((await editor.ask(mia, 'POST', `/project/${projectId}/restore`)).status).toBe(404);
    expect((await editor.list(mia, '?deleted=true')).total).toBe(0);
    await Promise.all([editor.run('end-projects'), editor.run('end-projects')]);
    const data = { customerId: mia, channel: 'pennyfern', service: 'editor', projectCode: code };
    expect(editor.notified).toEqual([
      { type: 'project.deleted', data: { ...data, deletedAt: BEGIN.toISOString() } },
    ]);
    expect((await editor.ask(mia, 'DELETE', `/project/${projectId}`)).status).toBe(404);
  });

  test('that cannot be ended keeps no other from its end', async () => {
    const all = [await begin(), await begin(), await begin()];
    for (const { mia, projectId } of all) await editor.ask(mia, 'DELETE', `/project/${projectId}`);
    editor.clock.now = after(DELETED_PROJECT_DAYS);
    const [first] = all.map(({ projectId }) => projectId).toSorted();
    const left = async () =>
      (
        await editor.db
          .selectFrom('projects')
          .select('id')
          .where(
            'id',
            'in',
            all.map(({ projectId }) => projectId),
          )
          .execute()
      ).map(({ id }) => id);
    {
      await using _refused = await refuseRows(editor.db, {
        table: 'projects',
        when: 'delete',
        condition: `old.id = '${first}'`,
      });
      await editor.run('end-projects');
      expect(await left()).toEqual([first]);
    }
    await editor.run('end-projects');
    expect(await left()).toEqual([]);
  });

  test('loses nothing if the editor saves it in the meantime: it stays deleted, and is restored as saved', async () => {
    const { mia, code, project, projectId } = await begin();
    await editor.ask(mia, 'DELETE', `/project/${projectId}`);
    const photoId = await editor.addPhoto(mia);
    const later = { ...project, version: 2, title: 'Later', photoIds: [photoId] };
    expect((await editor.save(code, later)).body).toMatchObject({ projectId, version: 2, isDeleted: true });
    expect([(await editor.list(mia)).total, await usesOf(mia)]).toEqual([0, []]);
    await editor.ask(mia, 'POST', `/project/${projectId}/restore`);
    expect((await editor.list(mia)).items.map(({ title }) => title)).toEqual(['Later']);
    expect(await usesOf(mia)).toEqual([photoId]);
  });

  test('can be seen, deleted and restored by its customer only', async () => {
    const { mia, code, projectId } = await begin();
    const noah = await editor.addCustomer();
    expect((await editor.ask(noah, 'GET', `/projects/${mia}`)).status).toBe(404);
    expect((await editor.ask(noah, 'DELETE', `/project/${projectId}`)).status).toBe(404);
    await editor.ask(mia, 'DELETE', `/project/${projectId}`);
    expect((await editor.ask(noah, 'POST', `/project/${projectId}/restore`)).status).toBe(404);
    await editor.end(code, noah);
    expect((await editor.list(mia, '?deleted=true')).total).toBe(1);
  });
});

describe('a project that its editor ends', () => {
  test('is deleted at once, only once', async () => {
    const { mia, code } = await begin(1);
    expect((await editor.end(code, mia, ALPINE_TOKEN)).status).toBe(204);
    expect((await editor.list(mia)).total).toBe(1);
    expect([(await editor.end(code, mia)).status, (await editor.end(code, mia)).status]).toEqual([204, 204]);
    expect([(await editor.list(mia)).total, await usesOf(mia)]).toEqual([0, []]);
    expect(editor.notified).toEqual([]);
  });

  test('is deleted on its announced date, unless it is saved with a later date', async () => {
    const keptUntil = after(1).toISOString();
    const [one, other] = [await begin(0, { keptUntil }), await begin(0, { keptUntil })];
    expect((await editor.list(one.mia)).items[0]?.keptUntil).toBe(keptUntil);
    await editor.save(other.code, { ...other.project, version: 2, keptUntil: after(9).toISOString() });
    editor.clock.now = after(1);
    expect([(await editor.list(one.mia)).total, (await editor.list(other.mia)).total]).toEqual([0, 1]);
    await editor.run('end-projects');
    const left = await editor.db
      .selectFrom('projects')
      .select('code')
      .where('code', 'in', [one.code, other.code])
      .execute();
    expect(left).toEqual([{ code: other.code }]);
    expect(editor.notified).toEqual([]);
  });
});

describe('the overview of projects', () => {
  test('has those ending within 30 days first, then the latest changes, three at most', async () => {
    const mia = await editor.addCustomer();
    const read = () => editor.modules[0].overview?.projects?.read(mia);
    expect(await read()).toBeNull();
    const save = (title: string, changes: object) =>
      editor.save(editor.newCode(), editor.projectOf(mia, { title, ...changes }));
    await save('ends in 20 days', {
      changedAt: after(-50).toISOString(),
      keptUntil: after(20).toISOString(),
    });
    await save('ends in 5 days', { changedAt: after(-60).toISOString(), keptUntil: after(5).toISOString() });
    await save('new', { changedAt: after(-1).toISOString(), keptUntil: after(90).toISOString() });
    await save('old', { changedAt: after(-2).toISOString() });
    const found = await read();
    expect(found?.items.map(({ title }) => title)).toEqual(['ends in 5 days', 'ends in 20 days', 'new']);
    expect(found?.total).toBe(4);
  });
});
